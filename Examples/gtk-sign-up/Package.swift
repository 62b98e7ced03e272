// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "gtk-sign-up",
    dependencies: [
        .package(name: "KeyboardObservation", path: "../..", traits: ["SystemKeyboards"])
    ],
    targets: [
        .systemLibrary(name: "CGTK", path: "CGTK", pkgConfig: "gtk4-x11", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "gtk-sign-up",
            dependencies: [
                "CGTK",
                .product(name: "KeyboardForms", package: "KeyboardObservation"),
                .product(name: "KeyboardObservation", package: "KeyboardObservation"),
                .product(name: "LinuxKeyboards", package: "KeyboardObservation"),
            ],
            path: ".",
            exclude: ["CGTK", "Drive", "Pictures", "README.md", "run"],
            sources: ["Adapters", "App", "GTK", "Screens"],
            // GTK calls its callbacks on the main thread.
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        // Drives the app on a desktop of its own, and checks its pictures.
        .executableTarget(name: "drive", dependencies: ["CGTK"], path: "Drive"),
    ]
)
