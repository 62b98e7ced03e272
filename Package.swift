// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "KeyboardObservation",
    products: [
        .library(name: "KeyboardObservation", targets: ["KeyboardObservation"]),
        .library(name: "KeyboardForms", targets: ["KeyboardForms"]),
        .library(name: "KeyboardSimulation", targets: ["KeyboardSimulation"]),
        .library(name: "LinuxKeyboards", targets: ["LinuxKeyboards"]),
        .library(name: "InAppKeyboard", targets: ["InAppKeyboard"]),
        .library(name: "KeyboardGTK", targets: ["KeyboardGTK"]),
        .executable(name: "sign-up", targets: ["sign-up"]),
        .executable(name: "keyboard-monitor", targets: ["keyboard-monitor"]),
    ],
    traits: [
        .trait(
            name: "SystemKeyboards",
            description: "The on-screen keyboards of Linux. Requires libdbus-1-dev and libxcb-randr0-dev."
        ),
        .trait(
            name: "GTK4",
            description: "The widgets of GTK 4. Requires libgtk-4-dev, libdbus-1-dev and libxcb-randr0-dev.",
            enabledTraits: ["SystemKeyboards"]
        ),
    ],
    targets: [
        .target(name: "KeyboardObservation"),
        .target(name: "KeyboardForms"),
        .target(name: "KeyboardSimulation", dependencies: ["KeyboardObservation", "KeyboardForms"]),
        .target(
            name: "LinuxKeyboards",
            dependencies: [
                "KeyboardObservation",
                .target(name: "CKeyboardDBus", condition: .when(traits: ["SystemKeyboards"])),
                .target(name: "CKeyboardXCB", condition: .when(traits: ["SystemKeyboards"])),
                .target(name: "CKeyboardProcess", condition: .when(traits: ["SystemKeyboards"])),
            ]
        ),
        .target(name: "InAppKeyboard", dependencies: ["KeyboardObservation", "KeyboardForms"]),
        .target(
            name: "KeyboardGTK",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "LinuxKeyboards", "InAppKeyboard",
                .target(name: "CKeyboardGTK", condition: .when(traits: ["GTK4"])),
            ]
        ),
        .systemLibrary(name: "CKeyboardGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CKeyboardDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        // System calls of Linux that Swift does not import. The target needs no library.
        .systemLibrary(name: "CKeyboardProcess"),
        .systemLibrary(name: "CKeyboardXCB", pkgConfig: "xcb-randr", providers: [.apt(["libxcb-randr0-dev"])]),
        .executableTarget(
            name: "sign-up",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "InAppKeyboard", "TerminalToolkit",
            ],
            path: "Examples/sign-up",
            exclude: ["draw", "picture.svg", "picture.txt"]
        ),
        .executableTarget(
            name: "keyboard-monitor",
            dependencies: [
                "KeyboardObservation", "KeyboardSimulation", "TerminalToolkit",
                .target(name: "LinuxKeyboards", condition: .when(traits: ["SystemKeyboards"])),
            ],
            path: "Examples/keyboard-monitor"
        ),
        // The widgets and the output functions that both programs use.
        .target(
            name: "TerminalToolkit",
            dependencies: ["KeyboardObservation", "KeyboardForms"],
            path: "Examples/TerminalToolkit"
        ),
        .testTarget(
            name: "KeyboardObservationTests",
            dependencies: ["KeyboardObservation", "KeyboardSimulation", "TestSupport", "main-loop-check"]
        ),
        .testTarget(
            name: "KeyboardFormsTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "TestSupport"]
        ),
        .testTarget(
            name: "KeyboardSimulationTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "TestSupport"],
            exclude: ["Traces"]
        ),
        .testTarget(
            name: "LinuxKeyboardsTests",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "LinuxKeyboards", "InAppKeyboard",
                "TestSupport",
                .target(name: "CKeyboardDBus", condition: .when(traits: ["SystemKeyboards"])),
                .target(name: "CKeyboardXCB", condition: .when(traits: ["SystemKeyboards"])),
            ]
        ),
        .testTarget(
            name: "InAppKeyboardTests",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "InAppKeyboard", "TestSupport",
            ]
        ),
        // Tests of the recipes in the article, and of the Swift blocks in all documents.
        .testTarget(
            name: "RecipeTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "LinuxKeyboards"]
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "TerminalToolkit", "sign-up",
                "keyboard-monitor", "TestSupport",
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: ["KeyboardForms", "KeyboardSimulation"],
            path: "Tests/TestSupport"
        ),
        // A program with its own main loop, which a test bundle cannot have.
        .executableTarget(
            name: "main-loop-check",
            dependencies: ["KeyboardObservation"],
            path: "Tests/main-loop-check"
        ),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        // Existential types are written with `any`, so that the reader sees where dynamic calls can occur.
        .enableUpcomingFeature("ExistentialAny"),
        // An import makes members visible only in its own file, not in the whole module.
        .enableUpcomingFeature("MemberImportVisibility"),
        // An import is internal by default. A module needs a `public import` only if public signatures use its types.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // Each use of an unsafe construct is marked with `unsafe`.
        .strictMemorySafety(),
    ]
    // GTK calls its callbacks on the main thread.
    if target.name == "KeyboardGTK" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
}
