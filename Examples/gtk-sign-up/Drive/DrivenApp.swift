import Foundation

/// The process of the app, and the lines that it has reported about its windows.
///
/// The class is sendable, because `condition` guards `lines` and `hasEnded`.
final class DrivenApp: @unchecked Sendable {
    /// The visible state of a window.
    ///
    /// See `Report` in the app.
    struct Line: Decodable {
        var window: String
        var isFullScreen: Bool
        var phase: String
        var isObscured: Bool
        var keyboard: [Double]?
        var covered: [Double]
        var port: [Double]
        var bar: [Double]?
        var offset: Double
        var focused: String?
        var caret: [Double]?
        var selection: [String: [Int]]
        var fields: [String: [Double]]
        var buttons: [String: [Double]]
        var texts: [String: String]
        var messages: [String: String]
        var accessible: [String: [String]]
        var answer: String?

        /// Whether the keyboard and the bar have left the screen.
        var isKeyboardDown: Bool {
            covered == [0, 0] && bar == nil && ["hidden", "disappearing"].contains(phase)
        }

        /// The frame of a field on the screen.
        func field(_ name: String) throws -> CGRect {
            try CGRect(fields[name], of: name)
        }

        /// The frame of a button on the screen.
        func button(_ name: String) throws -> CGRect {
            try CGRect(buttons[name], of: name)
        }
    }

    /// The time limit for an answer of the app, in seconds.
    ///
    /// The app needs more time on a busy machine than on an idle machine.
    private static let patience = 20.0

    private let condition = NSCondition()
    private var lines: [Line] = []
    private var hasEnded = false

    init(on children: Children, _ arguments: [String] = ["--report"]) throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "gtk-sign-up")
        let output = try children.start([program.path] + arguments)
        Thread.detachNewThread { [self] in read(output) }
    }

    private func read(_ output: FileHandle) {
        let decoder = JSONDecoder()
        var rest = Data()
        while case let data = output.availableData, !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: 0x0A) {
                let line = try? decoder.decode(Line.self, from: rest[..<end])
                rest = Data(rest[(end + 1)...])
                condition.lock()
                if let line { lines.append(line) }
                condition.broadcast()
                condition.unlock()
            }
        }
        condition.lock()
        hasEnded = true
        condition.broadcast()
        condition.unlock()
    }

    /// The number of lines that were printed.
    var lineCount: Int {
        condition.withLock { lines.count }
    }

    /// Returns the lines that follow the first `start` lines.
    func lines(from start: Int) -> [Line] {
        condition.withLock { Array(lines[start...]) }
    }

    /// Waits until a line after the first `count` lines satisfies a condition.
    ///
    /// The method does not wait for the end of a motion.
    func waitForLine(after count: Int, _ isReached: (Line) -> Bool) throws {
        let end = Date.now + Self.patience
        condition.lock()
        defer { condition.unlock() }
        while !lines[count...].contains(where: isReached) {
            guard condition.wait(until: end) else { throw Failure("the app does not report what was expected") }
        }
    }

    /// Waits until the app has ended.
    func waitForEnd() throws {
        let end = Date.now + Self.patience
        try condition.withLock {
            while !hasEnded {
                guard condition.wait(until: end) else { throw Failure("the app has not ended") }
            }
        }
    }

    /// Waits until the last line of a window satisfies a condition, and until nothing moves.
    @discardableResult
    func wait(_ what: String, in window: String = "form", _ isReached: (Line) -> Bool) throws -> Line {
        var (end, wasReached) = (Date.now + Self.patience, false)
        condition.lock()
        defer { condition.unlock() }
        while true {
            let last = lines.last { $0.window == window }
            if let last, isReached(last) {
                // The wait for rest has its own deadline, because the condition may be met just before the first
                // deadline.
                if !wasReached { (end, wasReached) = (Date.now + Self.patience, true) }
                // During a motion, the app reports a frame at least every tenth of a second.
                let count = lines.count
                if !condition.wait(until: .now + 0.3) || lines.count == count { return last }
                guard Date.now < end else { throw Failure("no rest after \(what)") }
                continue
            }
            if hasEnded { throw Failure("the app ended before \(what)") }
            if !condition.wait(until: end), Date.now >= end {
                throw Failure("no \(what); the last report is \(last.map { "\($0)" } ?? "missing")")
            }
        }
    }
}

extension CGRect {
    /// Creates a rectangle from the numbers of a report: x, y, width and height.
    init(_ numbers: [Double]?, of name: String) throws {
        guard let numbers, numbers.count == 4 else { throw Failure("the app reports no frame of \(name)") }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    var center: CGPoint { CGPoint(x: midX, y: midY) }
}
