// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "gtk-sign-up",
    dependencies: [
        .package(name: "KeyboardObservation", path: "../..", traits: ["GTK4"])
    ],
    targets: [
        .systemLibrary(name: "CGTK", path: "CGTK", pkgConfig: "gtk4-x11", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "gtk-sign-up",
            dependencies: [
                "CGTK",
                .product(name: "KeyboardForms", package: "KeyboardObservation"),
                .product(name: "KeyboardGTK", package: "KeyboardObservation"),
                .product(name: "KeyboardObservation", package: "KeyboardObservation"),
            ],
            path: ".",
            exclude: ["CGTK", "Drive", "OneLine", "Pictures", "README.md", "film", "run"],
            sources: ["App", "GTK", "Screens"],
            // GTK calls its callbacks on the main thread.
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        // An app in C with one line of Swift for the keyboard.
        .target(name: "CForm", dependencies: ["CGTK"], path: "OneLine/Form"),
        .executableTarget(
            name: "one-line",
            dependencies: ["CForm", .product(name: "KeyboardGTK", package: "KeyboardObservation")],
            path: "OneLine/App",
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        // Drives the app on a desktop of its own, and checks pictures of the app.
        .executableTarget(name: "drive", dependencies: ["CGTK"], path: "Drive", swiftSettings: [.unsafeFlags(["-O"])]),
    ]
)
