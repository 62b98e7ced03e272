public import Foundation
public import KeyboardObservation

/// A source that posts the notifications of a recording.
///
/// Use a player to test a screen with the events of a real keyboard. The player posts each event, and each frame of the
/// moving keyboard, at its recorded time. The player creates one object for each recorded sender, and uses it as the
/// `object` of the sender's notifications.
///
/// ```swift
/// let recording = try KeyboardRecording(contentsOf: file)
/// let player = KeyboardRecordingPlayer(recording, scheduler: scheduler)
/// player.start(postingTo: center)
/// scheduler.advance(by: .seconds(recording.duration))
/// ```
@MainActor
public final class KeyboardRecordingPlayer: KeyboardSource {
    /// The recording to play.
    public let recording: KeyboardRecording

    private final class Sender: Sendable {}

    private let posts: [Post]
    private let senders: [Int: any AnyObject & Sendable]
    private let scheduler: any KeyboardScheduler
    private var waiting: KeyboardScheduledAction?
    private var center: NotificationCenter?

    /// Creates a player.
    ///
    /// The player posts no notifications before you call ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    public convenience init(_ recording: KeyboardRecording, scheduler: (any KeyboardScheduler)? = nil) {
        self.init(recording, scheduler: scheduler ?? MainQueueScheduler.shared, screen: nil)
    }

    /// Notifications of the first sender have the screen as their `object`.
    init(_ recording: KeyboardRecording, scheduler: any KeyboardScheduler, screen: SimulatedScreen?) {
        self.recording = recording
        posts = Post.all(of: recording)
        let numbers = recording.events.compactMap(\.sender) + recording.framesInMotion.compactMap(\.sender)
        let screenNumber = numbers.first
        let senders = numbers.map { number -> (Int, any AnyObject & Sendable) in
            if let screen, number == screenNumber { (number, screen) } else { (number, Sender()) }
        }
        self.senders = Dictionary(senders) { first, _ in first }
        self.scheduler = scheduler
    }

    deinit {
        waiting?.cancel()
    }

    /// Whether the player is started and still has events or frames to post.
    public var isPlaying: Bool {
        waiting != nil
    }

    /// The capabilities that follow from the recorded notifications.
    ///
    /// They can include only `frames`, `didEvents` and `framesInMotion`.
    ///
    /// A player never accepts requests.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = recording.framesInMotion.isEmpty ? [] : .framesInMotion
        for event in recording.events {
            if event.info.frameEnd != nil { capabilities.insert(.frames) }
            if [.didShow, .didHide, .didChangeFrame].contains(event.kind) { capabilities.insert(.didEvents) }
        }
        return capabilities
    }

    /// Plays from the beginning.
    ///
    /// The player retains the center until you stop the player, even after the last event.
    public func start(postingTo center: NotificationCenter) {
        stop()
        self.center = center
        (scheduler as? ManualScheduler)?.addRecording { [weak self] in self?.isPlaying == true }
        play(from: 0, startedAt: scheduler.now)
    }

    /// Stops playing.
    ///
    /// If you start the player again, it plays from the beginning.
    public func stop() {
        waiting?.cancel()
        waiting = nil
        center = nil
    }

    private func play(from index: Int, startedAt start: Duration) {
        guard index < posts.count else { return }
        let post = posts[index]
        let time = start + .delay(seconds: post.time)
        waiting = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            guard let self, let center else { return }
            waiting = nil
            // The player schedules the next post before it posts this one. If an observer stops the player, the next
            // post is cancelled.
            play(from: index + 1, startedAt: start)
            var notification = post.makeNotification()
            if let number = post.sender { notification.object = senders[number] }
            center.post(notification)
        }
    }
}

private struct Post {
    let time: Double
    let sender: Int?
    let makeNotification: () -> Notification

    init(_ event: KeyboardRecording.Event) {
        (time, sender) = (event.time, event.sender)
        makeNotification = { KeyboardEvent(event.kind, info: event.info).notification }
    }

    init(_ frame: KeyboardRecording.FrameInMotion) {
        (time, sender) = (frame.time, frame.sender)
        makeNotification = {
            let userInfo = frame.frame.map { [KeyboardUserInfoKey.frameEnd: $0] as [AnyHashable: Any] }
            return Notification(name: .keyboardFrameInMotion, userInfo: userInfo)
        }
    }

    static func all(of recording: KeyboardRecording) -> [Post] {
        var posts: [Post] = []
        var frames = recording.framesInMotion[...]
        for (index, event) in recording.events.enumerated() {
            while let frame = frames.first, frame.precedingEvents <= index {
                posts.append(Post(frame))
                frames.removeFirst()
            }
            posts.append(Post(event))
        }
        return posts + frames.map { Post($0) }
    }
}
