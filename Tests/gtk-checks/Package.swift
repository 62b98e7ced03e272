// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "gtk-checks",
    dependencies: [
        .package(name: "KeyboardObservation", path: "../..", traits: ["GTK4"])
    ],
    targets: [
        .systemLibrary(
            name: "CGTKChecks",
            path: "CGTKChecks",
            pkgConfig: "gtk4-x11",
            providers: [.apt(["libgtk-4-dev"])]
        ),
        .target(name: "CHeapCount", path: "HeapCount"),
        .executableTarget(
            name: "gtk-checks",
            dependencies: [
                "CGTKChecks", "CHeapCount",
                .product(name: "InAppKeyboard", package: "KeyboardObservation"),
                .product(name: "KeyboardForms", package: "KeyboardObservation"),
                .product(name: "KeyboardGTK", package: "KeyboardObservation"),
                .product(name: "KeyboardObservation", package: "KeyboardObservation"),
                .product(name: "KeyboardSimulation", package: "KeyboardObservation"),
            ],
            path: ".",
            exclude: ["CGTKChecks", "HeapCount", "run"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .strictMemorySafety(),
                // GTK calls its callbacks on the main thread.
                .defaultIsolation(MainActor.self),
            ]
        ),
    ]
)
