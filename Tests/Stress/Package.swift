// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Stress",
    dependencies: [.package(name: "KeyboardObservation", path: "../..")],
    targets: [
        .executableTarget(
            name: "keyboard-stress",
            dependencies: [
                .product(name: "KeyboardForms", package: "KeyboardObservation"),
                .product(name: "KeyboardObservation", package: "KeyboardObservation"),
                .product(name: "KeyboardSimulation", package: "KeyboardObservation"),
            ],
            path: "Program",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .strictMemorySafety(),
            ]
        )
    ]
)
