// swift-tools-version: 6.3
import PackageDescription

/// The settings of the root package.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "keyboard-benchmarks",
    dependencies: [
        .package(name: "KeyboardObservation", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "keyboard-benchmarks",
            dependencies: [
                "BenchmarkFloor", "CHeapSize",
                .product(name: "KeyboardForms", package: "KeyboardObservation"),
                .product(name: "KeyboardObservation", package: "KeyboardObservation"),
                .product(name: "KeyboardSimulation", package: "KeyboardObservation"),
            ],
            path: "Program",
            swiftSettings: settings
        ),
        // The lower bounds. Their calls must cross a module boundary, as the calls of a pool do.
        .target(
            name: "BenchmarkFloor",
            dependencies: [.product(name: "KeyboardObservation", package: "KeyboardObservation")],
            path: "Floor",
            swiftSettings: settings
        ),
        // Counts the bytes and the allocations of the heap.
        .target(name: "CHeapSize", path: "HeapSize"),
    ]
)
