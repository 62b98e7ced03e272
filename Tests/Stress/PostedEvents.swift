import KeyboardObservation
import Synchronization

/// The events that were posted to a pool on the main actor and on another thread, in order.
///
/// The events of one poster must be delivered in the order of its posts. If post A returns before post B begins, the
/// event of post A must be delivered first. The number of an event identifies its poster: numbers on the main actor are
/// even.
@MainActor
final class PostedEvents {
    private struct Post {
        var kind: KeyboardEvent.Kind
        var number: Int
        /// The number of posts on the thread that must be delivered before this post.
        var threadPosts = 0
    }

    private var onMainActor: ArraySlice<Post> = []
    private var onThread: ArraySlice<Post> = []
    private var deliveredThreadPosts = 0
    /// The number of posts on the thread that have returned.
    let threadPosts = Counter()
    /// The number of all posts.
    private(set) var count = 0

    final class Counter: Sendable {
        private let value = Atomic(0)

        func increment() {
            value.add(1, ordering: .releasing)
        }

        var count: Int {
            value.load(ordering: .acquiring)
        }
    }

    static func isOnThread(_ number: Int) -> Bool {
        !number.isMultiple(of: 2)
    }

    func willPost(_ kind: KeyboardEvent.Kind, _ number: Int) {
        count += 1
        let post = Post(kind: kind, number: number, threadPosts: threadPosts.count)
        if Self.isOnThread(number) { onThread.append(post) } else { onMainActor.append(post) }
    }

    var areAllDelivered: Bool {
        onMainActor.isEmpty && onThread.isEmpty
    }

    func didDeliver(_ event: KeyboardEvent) {
        let isOnThread = Self.isOnThread(event.number)
        let waiting = isOnThread ? onThread : onMainActor
        guard let index = waiting.firstIndex(where: { $0.kind == event.kind && $0.number == event.number }) else {
            return Findings.add("\(event.kind) \(event.number) was delivered twice, or was not posted")
        }
        Findings.expect(
            index == waiting.startIndex,
            "\(event.kind) \(event.number) was delivered, and \(index - waiting.startIndex) earlier posts were not"
        )
        if isOnThread {
            deliveredThreadPosts += 1 + index - waiting.startIndex
            onThread = waiting[(index + 1)...]
        } else {
            Findings.expect(
                deliveredThreadPosts >= waiting[index].threadPosts,
                "a post on the main actor was delivered before an earlier post on a thread"
            )
            onMainActor = waiting[(index + 1)...]
        }
    }

    /// Checks that all events were delivered.
    ///
    /// A lost event is reported once.
    func settle() {
        let lost = onMainActor.count + onThread.count
        Findings.expect(lost == 0, "\(count) events were posted, and the last \(lost) were not delivered")
        deliveredThreadPosts += onThread.count
        onMainActor = []
        onThread = []
    }
}
