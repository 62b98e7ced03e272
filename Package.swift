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
                "CommandLineOutput",
            ],
            path: "Examples/sign-up",
            exclude: ["Toolkit", "picture.txt"]
        ),
        .executableTarget(
            name: "keyboard-monitor",
            dependencies: [
                "KeyboardObservation", "KeyboardSimulation", "TerminalToolkit", "CommandLineOutput",
                .target(name: "LinuxKeyboards", condition: .when(traits: ["SystemKeyboards"])),
            ],
            path: "Examples/keyboard-monitor"
        ),
        // The toolkit of sign-up. The tests and keyboard-monitor also import this module.
        .target(
            name: "TerminalToolkit",
            dependencies: ["KeyboardObservation", "KeyboardForms"],
            path: "Examples/sign-up/Toolkit"
        ),
        // Functions with which the executables print text and report errors.
        .target(
            name: "CommandLineOutput",
            dependencies: ["KeyboardObservation"],
            path: "Examples/CommandLineOutput"
        ),
        .testTarget(
            name: "KeyboardObservationTests",
            dependencies: ["KeyboardObservation", "KeyboardSimulation", "PoolWalks", "main-loop-check"]
        ),
        .testTarget(
            name: "KeyboardFormsTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation"]
        ),
        .testTarget(
            name: "KeyboardSimulationTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation"],
            exclude: ["Traces"]
        ),
        .testTarget(
            name: "LinuxKeyboardsTests",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "LinuxKeyboards", "InAppKeyboard",
                .target(name: "CKeyboardDBus", condition: .when(traits: ["SystemKeyboards"])),
                .target(name: "CKeyboardXCB", condition: .when(traits: ["SystemKeyboards"])),
            ]
        ),
        // The recipes of the article, and their tests.
        .testTarget(
            name: "RecipeTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "LinuxKeyboards"]
        ),
        .testTarget(
            name: "InAppKeyboardTests",
            dependencies: ["KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "InAppKeyboard"]
        ),
        .testTarget(
            name: "SignUpTests",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "TerminalToolkit", "sign-up",
                "TerminalTestSupport",
            ]
        ),
        .testTarget(
            name: "KeyboardMonitorTests",
            dependencies: [
                "KeyboardObservation", "KeyboardSimulation", "TerminalToolkit", "keyboard-monitor",
                "TerminalTestSupport",
            ]
        ),
        // Runs a program in a pseudo-terminal, for the tests of both programs.
        .target(name: "TerminalTestSupport", path: "Tests/TerminalTestSupport"),
        .executableTarget(
            name: "main-loop-check",
            dependencies: ["KeyboardObservation"],
            path: "Tests/main-loop-check"
        ),
        // Checks the manager of KeyboardGTK with widgets that behave like the widgets of several toolkits.
        .executableTarget(
            name: "gtk-checks",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "KeyboardGTK",
                "InAppKeyboard", "CHeapSize",
                .target(name: "CKeyboardGTK", condition: .when(traits: ["GTK4"])),
            ],
            path: "Tests/gtk-checks"
        ),
        .executableTarget(
            name: "keyboard-stress",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "PoolWalks", "CommandLineOutput",
            ],
            path: "Tests/Stress"
        ),
        .executableTarget(
            name: "keyboard-benchmarks",
            dependencies: [
                "KeyboardObservation", "KeyboardForms", "KeyboardSimulation", "BenchmarkFloor", "CHeapSize",
                "CommandLineOutput",
            ],
            path: "Tests/Benchmarks"
        ),
        // Random checks of the pool. The tests and keyboard-stress import this module.
        .target(
            name: "PoolWalks",
            dependencies: ["KeyboardObservation", "KeyboardSimulation"],
            path: "Tests/PoolWalks"
        ),
        // The lower bounds for the benchmarks. Their calls must cross a module boundary, as the calls of a pool do.
        .target(name: "BenchmarkFloor", dependencies: ["KeyboardObservation"], path: "Tests/BenchmarkFloor"),
        // Counts the bytes and the allocations of the heap, for the benchmarks and gtk-checks.
        .target(name: "CHeapSize", path: "Tests/HeapSize"),
    ]
)

/// The targets in C, which have no Swift settings.
let targetsInC: Set = ["CHeapSize", "CKeyboardDBus", "CKeyboardXCB", "CKeyboardProcess", "CKeyboardGTK"]

for target in package.targets where !targetsInC.contains(target.name) {
    target.swiftSettings = [
        // The code must write `any` for each existential type. Therefore the reader sees where dynamic calls can occur.
        .enableUpcomingFeature("ExistentialAny"),
        // An import makes members visible only in its own file, not in the whole module.
        .enableUpcomingFeature("MemberImportVisibility"),
        // An import is internal by default. Only the modules of public signatures need a `public import`.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // The code must mark each use of an unsafe construct with `unsafe`.
        .strictMemorySafety(),
    ]
    // GTK calls its callbacks on the main thread.
    if ["KeyboardGTK", "gtk-checks"].contains(target.name) {
        target.swiftSettings?.append(.defaultIsolation(MainActor.self))
    }
    // In release, the libraries are optimised, but the tests are not. If the compiler optimised the tests, the compiler
    // would take twice as long. If the compiler wrote the modules of the tests in a separate job, the compiler would
    // take a fifth longer. Only a debugger reads these modules.
    if target.type == .test {
        let flags = ["-Onone", "-no-emit-module-separately-wmo"]
        target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .release)))
    }
    // Some tests import these modules with `@testable`, in release too. Therefore .ci/release-build sets the variable.
    let testable = ["LinuxKeyboards", "sign-up", "keyboard-monitor"]
    if testable.contains(target.name), Context.environment["KEYBOARD_OBSERVATION_TESTABLE"] != nil {
        target.swiftSettings?.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
    }
}
