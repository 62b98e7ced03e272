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
        // Calls of Linux that Swift does not import. It needs no library.
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
        // The toolkit of sign-up, in a module of its own so that tests and keyboard-monitor can import it.
        .target(
            name: "TerminalToolkit",
            dependencies: ["KeyboardObservation", "KeyboardForms"],
            path: "Examples/sign-up/Toolkit"
        ),
        // What the executables print, and how they fail.
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
        // Widgets in the manners of several toolkits, under the manager of KeyboardGTK.
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
        // The fuzz of the pool, in a module of its own so that builds without tests run it.
        .target(
            name: "PoolWalks",
            dependencies: ["KeyboardObservation", "KeyboardSimulation"],
            path: "Tests/PoolWalks"
        ),
        // The benchmarks' floor, in a module of its own as its calls must cross one.
        .target(name: "BenchmarkFloor", dependencies: ["KeyboardObservation"], path: "Tests/BenchmarkFloor"),
        // The heap's bytes and its allocations, for the benchmarks and gtk-checks.
        .target(name: "CHeapSize", path: "Tests/HeapSize"),
    ]
)

/// Targets in C, which take no Swift settings.
let targetsInC: Set = ["CHeapSize", "CKeyboardDBus", "CKeyboardXCB", "CKeyboardProcess", "CKeyboardGTK"]

for target in package.targets where !targetsInC.contains(target.name) {
    target.swiftSettings = [
        // Every `any` is written out, so that a dynamic call is seen where it costs.
        .enableUpcomingFeature("ExistentialAny"),
        // An import serves the file that says it, not the whole module.
        .enableUpcomingFeature("MemberImportVisibility"),
        // What a public signature does not need stays out of the clients' imports.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // Each use of an unsafe construct is marked `unsafe` where it stands.
        .strictMemorySafety(),
    ]
    // GTK calls its callbacks on the main thread.
    if ["KeyboardGTK", "gtk-checks"].contains(target.name) {
        target.swiftSettings?.append(.defaultIsolation(MainActor.self))
    }
    // In release, tests that are not optimised test optimised libraries. The compiler takes twice as long to optimise the
    // tests, and a fifth longer to write their modules, which only a debugger reads, in a job of their own.
    if target.type == .test {
        let flags = ["-Onone", "-no-emit-module-separately-wmo"]
        target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .release)))
    }
    // Set by .ci/release-build, because these modules are imported with @testable in release, too.
    let testable = ["LinuxKeyboards", "sign-up", "keyboard-monitor"]
    if testable.contains(target.name), Context.environment["KEYBOARD_OBSERVATION_TESTABLE"] != nil {
        target.swiftSettings?.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
    }
}
