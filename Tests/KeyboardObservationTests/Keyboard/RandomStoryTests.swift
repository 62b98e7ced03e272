import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Random stories of a keyboard with posts that are doubled, dropped, reordered and interrupted.
///
/// 8,000 stories run if the environment has `KEYBOARD_OBSERVATION_FULL`, and 200 otherwise.
/// `KEYBOARD_OBSERVATION_SEED` is the first seed.
@MainActor
struct RandomStoryTests {
    private static let storyCount = RandomTestSize.isFull ? 8_000 : 200

    @Test func everyRandomStoryKeepsTheRules() {
        var knownCount = 0
        var transitionCount = 0
        var failureCount = 0
        // The last one ended wrong once: the *didChangeFrame* of a pair follows its *didShow* during a drag.
        for seed in Array(RandomTestSize.seeds(Self.storyCount)) + [20_261_129_188_174] where failureCount < 5 {
            let story = RandomStory(seed: seed)
            let run = StoryRun(story)
            knownCount += run.knownScreens
            transitionCount += run.beginCount
            guard let rule = run.failures.first?.rule else { continue }
            failureCount += 1
            // A shorter story has to break the same rule.
            let short = story.shrunk { StoryRun($0).failures.contains { $0.rule == rule } }
            let failures = StoryRun(short).failures.map { "\($0.rule): \($0.text)" }.joined(separator: "\n")
            Issue.record("Seed \(seed)\n\(failures)\n\(short)\n\(short.listing)")
        }
        // Most stories determine the true position, and their keyboards move.
        #expect(knownCount > Self.storyCount / 2)
        #expect(transitionCount > Self.storyCount)
    }
}

// MARK: - The run

/// Posts a story to a pool and records the rules that were broken.
@MainActor
final class StoryRun {
    enum Rule: String {
        case truth, agreement, calls, continuity, rest, finiteness
    }

    private(set) var failures: [(rule: Rule, text: String)] = []
    /// The number of screens with a known true position.
    private(set) var knownScreens = 0
    private(set) var beginCount = 0

    private let story: RandomStory
    private let posts: [RandomStory.Post]
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let frames: StoryFrames
    private let pool: KeyboardObserverPool
    private let guide: KeyboardLayoutGuide
    private let geometry: KeyboardGeometry
    private let view: CGRect
    private let cover: ExpectedCover
    private let senders = [StorySender(), StorySender()]
    private let latest: TransitionScreen
    /// The screens that follow one sender, by the sender's number.
    private var followers: [TransitionScreen] = []
    private var lastSample: (time: Duration, bottom: CGFloat, top: CGFloat, bounds: CGRect?)?

    init(_ story: RandomStory) {
        self.story = story
        posts = story.posts
        frames = StoryFrames(story.ticks, scheduler)
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, frameSource: frames)
        geometry = KeyboardGeometry(undocked: story.policy, minimumOverlap: 0)
        // If the bounds are known, the pool clips the view to the bounds. Otherwise, the view has the bounds of the
        // first screen.
        view =
            story.knowsBounds
            ? CGRect(x: -9_000, y: -9_000, width: 18_000, height: 18_000) : story.steps.first?.bounds ?? .zero
        cover = ExpectedCover(policy: story.policy, view: view)
        guide = KeyboardLayoutGuide(pool: pool)
        guide.geometry = geometry
        guide.viewFrame = view
        latest = TransitionScreen(pool, viewFrame: view, geometry: geometry)
        if story.hasSender {
            followers = senders.map { sender in
                var geometry = geometry
                geometry.screen = ObjectIdentifier(sender)
                return TransitionScreen(pool, viewFrame: view, geometry: geometry)
            }
        } else {
            followers = [latest]
        }
        run()
    }

    private func fail(_ rule: Rule, _ text: String) {
        let time = scheduler.now / .milliseconds(1)
        failures.append((rule, "at \(Int(time)) ms: \(text)"))
    }

    private func run() {
        // The sweep of the pool is always scheduled.
        let waitingCount = scheduler.waitingCount
        guide.onChange = { [weak self] _ in self?.guideDidChange() }
        var fallbacks = story.fallbacks[...]
        func setFallbacks(upTo time: Int) {
            while let next = fallbacks.first, next.time <= time {
                scheduler.advance(by: .milliseconds(next.time) - scheduler.now)
                pool.fallbackScreenBounds = next.bounds
                fallbacks.removeFirst()
            }
        }
        for (index, post) in posts.enumerated() {
            setFallbacks(upTo: post.time)
            scheduler.advance(by: .milliseconds(post.time) - scheduler.now)
            deliver(post, index)
        }
        setFallbacks(upTo: .max)
        // This time is longer than any transition. A transition takes at most 0.4 s. The time-out for a lost end and
        // the time-out for lost frames each add 0.5 s.
        scheduler.advance(by: .seconds(12))
        checkRest()
        checkCalls()
        for screen in Set(story.steps.map(\.screen)) { checkTruth(of: screen) }
        let requestCount = frames.requestCount
        scheduler.advance(by: .seconds(8))
        if frames.requestCount != requestCount { fail(.rest, "frames are requested at rest") }
        if scheduler.waitingCount > waitingCount {
            fail(.rest, "\(scheduler.waitingCount) actions wait at rest, and \(waitingCount) at first")
        }
    }

    private func state(of screen: Int) -> KeyboardState {
        pool.keyboard(on: story.hasSender ? ObjectIdentifier(senders[screen]) : nil)
    }

    private func deliver(_ post: RandomStory.Post, _ index: Int) {
        let before = state(of: post.screen)
        let insetsBefore = insets(of: post.screen)
        var notification = KeyboardEvent(.willShow, info: post.info).notification
        notification.name = post.name
        notification.object = story.hasSender ? senders[post.screen] : nil
        center.post(notification)
        let after = state(of: post.screen)
        checkFiniteness(after)
        // The keyboard has no position until an event reports its frame. This is also the case if the keyboard was on
        // screen before this event.
        let wasVisible = post.info.frameBegin?.isVisible(in: story.steps[post.step].bounds) ?? false
        let isFirstFrame = before.transition == nil && !before.isOnScreen && wasVisible
        let isSameScreen = before.screenBounds == after.screenBounds
        let isOneScreen = story.bounds != .fallback || !hasSeveralBounds(post.screen)
        let isUnknown = after.isOnScreen && after.frame == nil
        if isContinuous(at: index), isSameScreen, isOneScreen, !isUnknown, !isFirstFrame, before.phase != .unknown,
            before.frame != nil || !before.isOnScreen
        {
            checkPosition(post, before, after)
            checkInsets(post, before, insetsBefore)
        }
    }

    // MARK: Agreement at rest

    private func checkRest() {
        let keyboard = pool.keyboard
        if keyboard.transition != nil || keyboard.phase == .appearing || keyboard.phase == .disappearing {
            fail(.rest, "the keyboard is not at rest: \(keyboard)")
        }
        let expected = cover.insets(keyboard)
        if abs(guide.bottomInset - expected.bottom) > 1e-6 || abs(guide.topInset - expected.top) > 1e-6 {
            fail(.agreement, "insets \(guide.topInset), \(guide.bottomInset) with \(keyboard)")
        }
        let states = followers.indices.map { state(of: $0) } + [keyboard]
        for (number, follower) in (followers + [latest]).enumerated() {
            let keyboard = states[number]
            let covered = cover.overlap(keyboard)
            let last = follower.calls.last?.overlap ?? .zero
            if !last.isNear(covered) { fail(.agreement, "overlap \(last) of screen \(number) with \(keyboard)") }
        }
    }

    // MARK: Calls

    private func checkCalls() {
        for screen in followers + [latest] {
            beginCount += screen.transitions.count
            if !screen.isFinite { fail(.finiteness, "an overlap or a transition is not finite") }
            var open = false
            var unfinished: CGRect?
            var next = 0
            for call in screen.calls {
                switch call {
                case .begin:
                    if open { return fail(.calls, "a begin within a transition") }
                    open = true
                    if let unfinished, screen !== latest || !story.hasSender {
                        checkJoint(unfinished, screen.transitions[next - 1], screen.transitions[next])
                    }
                    unfinished = nil
                    next += 1
                case .progress:
                    if !open { return fail(.calls, "a progress outside of transitions") }
                case .end(let overlap, let isFinished):
                    if !open { return fail(.calls, "an end outside of transitions") }
                    open = false
                    unfinished = isFinished ? nil : overlap
                }
            }
            if open { fail(.calls, "a transition without an end") }
            // The screen `latest` follows the sender that posted last. If the keyboard of this sender is at rest, no
            // transition follows the unfinished transition of the earlier sender.
            if unfinished != nil, screen !== latest || !story.hasSender {
                fail(.calls, "the last transition is unfinished")
            }
        }
    }

    /// Checks that an unfinished transition ends where the next transition begins.
    ///
    /// The check is possible only if the overlap follows from the frame.
    private func checkJoint(_ overlap: CGRect, _ last: KeyboardTransition, _ next: KeyboardTransition) {
        let placements = [next.beginPlacement, next.endPlacement]
        guard story.bounds == .reported, !isMixed(last), story.steps.allSatisfy({ $0.frames == .both }),
            story.steps.allSatisfy({ [.docked, nil].contains($0.place?.placement) }),
            placements.allSatisfy({ $0 == .docked || $0 == .offScreen })
        else {
            return
        }
        // If the bounds change, the clipped view also changes, and the two positions cannot be compared.
        guard Set(story.steps.map { "\($0.bounds)" }).count == 1, let bounds = story.steps.first?.bounds else { return }
        let expected = CGRectEdges(next.begin).common(with: CGRectEdges(bounds)).map { CGRect($0) } ?? .zero
        if !overlap.isNear(expected) { fail(.calls, "an end at \(overlap) before a begin at \(expected)") }
    }

    private func checkFiniteness(_ state: KeyboardState) {
        let frames = [state.frame, state.screenBounds, state.transition?.begin, state.transition?.end]
        for frame in frames.compactMap(\.self) where !frame.hasFiniteEdges { fail(.finiteness, "\(state)") }
    }
}

// MARK: - The truth

extension StoryRun {
    /// Compares the state at rest with the truth, if the posts that arrived determine the truth.
    ///
    /// The posts do not determine the truth in these cases:
    /// - No *will* of the last operation arrived, or a *will* of an earlier operation arrived later.
    /// - The last *will* is the *show* or the change of a keyboard, and reports no frame.
    /// - The last *will* is the *hide* of a keyboard that stays as a bar.
    /// - Only a *frame* event reports that a keyboard disappears in place, and the frame of this event is on the
    ///   screen.
    /// - A *did* without its *will* arrives after the last *will*: its transition has two faults. Before that, such a
    ///   *did* can take the place of another *did*.
    /// - A frame is reported after the end of the last operation, because a finger moves the keyboard.
    /// - The last operation is a drag. In addition, a post follows its *did*, an event is faulty, or no bounds are
    ///   known.
    /// - A *will* of an earlier drag arrives after a *will* of the last operation.
    /// - Operations on several screens overlap.
    /// - No bounds are reported. In addition, the last *will* is a *frame* event, or a *hide* leaves a frame on the
    ///   screen.
    /// - A keyboard disappears in place after a *show* was lost. The *frame* event of the *show* then looks like a part
    ///   of the pair of the *hide*.
    /// - No bounds are reported, and a *hide* in place may leave a bar, because the keyboard is as low as a bar.
    /// - No bounds are reported, the bounds change, and a *hide* ends beside an unknown screen.
    /// - The app sets the bounds, and the story has a fault. In addition, a *will* lacks its verb, or the bounds
    ///   change.
    private func checkTruth(of screen: Int) {
        guard let last = story.steps.lastIndex(where: { $0.screen == screen }), isTruthKnown(on: screen, last) else {
            return
        }
        knownScreens += 1
        let step = story.steps[last]
        let state = state(of: screen)
        guard let place = step.place else {
            if state.phase != .hidden || state.frame != nil || state.isOnScreen {
                fail(.truth, "hidden is true, and the state is \(state)")
            }
            return
        }
        if story.isFrameless {
            if state.phase != .shown { fail(.truth, "shown is true, and the state is \(state)") }
            return
        }
        let frame = place.frame(in: step.bounds)
        if state.phase != .shown || state.frame != frame {
            return fail(.truth, "\(place) at \(frame) is true, and the state is \(state)")
        }
        // Whether a low keyboard is a bar depends on earlier events, so this placement is not compared.
        var placement = state.placement
        if placement == .accessoryBarOnly || place.placement == .accessoryBarOnly { placement = place.placement }
        if story.knowsBounds, placement != place.placement {
            fail(.truth, "\(place) is true, and the state is \(state)")
        }
    }

    private func isTruthKnown(on screen: Int, _ last: Int) -> Bool {
        let posts = posts.filter { $0.screen == screen }
        // A *frame* event without a frame has no effect.
        let wills = posts.indices.filter { index in
            posts[index].part == .will && !(posts[index].isFrame && !posts[index].hasFrame)
        }
        let step = story.steps[last]
        if step.isDrag, let did = posts.lastIndex(where: { $0.part == .did && $0.step == last }) {
            // The truth is known only if no post follows the end of the drag.
            return story.isFaultless && story.knowsBounds && did == posts.endIndex - 1 && did > wills.last ?? -1
        }
        guard let lastWill = wills.last, posts[lastWill].step == last else { return false }
        let will = posts[lastWill]
        let isHideNamed = will.isHide || will.isFrame && other(half: wills, of: posts)?.isHide == true
        let isVerbKnown = !will.isFrame || other(half: wills, of: posts) != nil
        guard will.hasFrame || will.isHide && step.place == nil || story.isFrameless else { return false }
        // If the keyboard stays as a bar, the *hide* event has no frame that shows the bar.
        if story.isFrameless, will.isHide, step.place != nil { return false }
        let isLearnedLate = story.bounds == .fallback && !story.isFaultless
        if isLearnedLate, !isVerbKnown || hasSeveralBounds(screen) { return false }
        // The events of operations that overlap belong to several screens.
        if hasSeveralBounds(screen), story.steps.contains(where: { $0.wait <= $0.gap }) { return false }
        if !story.knowsBounds, !isVerbKnown || isHideNamed && step.place != nil { return false }
        if !story.knowsBounds, step.place == nil, will.hasFrame, hasSeveralBounds(screen) { return false }
        if step.place == nil, will.hasFrame, let end = will.info.frameEnd, end.isVisible(in: step.bounds) {
            guard isHideNamed, will.info.frameBegin == end else { return false }
            // A *frame* event of an earlier operation can have the same end frame as the *hide* event. The two events
            // then form a pair.
            let isHalf = { (hide: RandomStory.Post, other: RandomStory.Post) in
                other.isFrame && other.step != hide.step && hide.isHide && other.info.frameEnd == hide.info.frameEnd
                    && abs(hide.time - other.time) <= 50
            }
            let announced = wills.map { posts[$0] }
            if announced.contains(where: { hide in announced.contains { isHalf(hide, $0) } }) { return false }
        }
        if !story.knowsBounds, step.place == nil, let end = will.info.frameEnd, will.hasFrame {
            if will.info.frameBegin == end, end.height <= 100 { return false }
        }
        let later = posts[(lastWill + 1)...]
        // A drag that is reported late looks like a new drag.
        let firstWill = wills.first { posts[$0].step == last } ?? lastWill
        let isOfDrag = { (post: RandomStory.Post) in post.part == .will && self.story.steps[post.step].isDrag }
        // The design judges no transition with several faults.
        if posts[firstWill...].contains(where: { story.steps[$0.step].faults.count > 1 }) { return false }
        let afterWill = step.isDrag ? later : posts[(firstWill + 1)...]
        if afterWill.contains(where: isOfDrag) { return false }
        let isStray = { (post: RandomStory.Post) in
            post.part == .did && post.step != last
                && !wills.contains { $0 < lastWill && posts[$0].step == post.step }
        }
        // A *did* event without its *will* event takes the place of another *did* event. The other *did* event then
        // seems to report a change.
        if let stray = posts.firstIndex(where: { isStray($0) && !$0.isFrame }) {
            let rest = posts[(max(stray, lastWill) + 1)...]
            if rest.contains(where: { $0.part == .did && $0.step != last && !$0.isFrame }) { return false }
        }
        if later.contains(where: isStray) { return false }
        let end = later.first { $0.part == .did && ($0.step == last || !$0.isFrame) }?.time ?? .max
        let curveEnd = will.time + Int(step.duration * 1_000)
        return !later.contains { post in
            post.part == .report && (post.time >= end || post.time >= curveEnd)
        }
    }

    private func hasSeveralBounds(_ screen: Int) -> Bool {
        Set(story.steps.filter { $0.screen == screen }.map { "\($0.bounds)" }).count > 1
    }

    /// Returns the *show* or *hide* of the pair that the last *frame* event completes.
    private func other(half wills: [Int], of posts: [RandomStory.Post]) -> RandomStory.Post? {
        guard let last = wills.last else { return nil }
        let will = posts[last]
        // A *will* of another operation between the two events separates them.
        let own = wills.dropLast().reversed().map { posts[$0] }.prefix { $0.step == will.step }
        return own.first { other in
            !other.isFrame && other.info.frameEnd == will.info.frameEnd && will.time - other.time <= 50
        }
    }
}

// MARK: - Continuity

extension StoryRun {
    /// Whether the position must not jump at this post.
    private func isContinuous(at index: Int) -> Bool {
        let post = posts[index]
        // A reported frame has no animation, so the keyboard jumps to each reported frame.
        guard !story.steps.contains(where: { !$0.reports.isEmpty }) else { return false }
        let earlier = posts[..<index].filter { $0.screen == post.screen }
        let step = story.steps[post.step]
        // A finger moves the keyboard before the *did* event of a drag, so the position may jump at this event.
        if step.duration == 0 || step.isDrag && post.part == .did { return false }
        // The animation of a *frame* event begins at the next event or tick. Its time counts from the *frame* event.
        if earlier.last?.name == .keyboardWillChangeFrame { return false }
        // A *did* without a *will* is accepted, and the next *did* can revert it.
        let isStray = { (did: RandomStory.Post) in
            did.part == .did
                && !earlier.contains {
                    $0.part == .will && $0.step == did.step && $0.time <= did.time && !($0.isFrame && !$0.hasFrame)
                }
        }
        if earlier.contains(where: isStray) { return false }
        if post.part == .did {
            // If a *will* event of the operation is missing, or if the *did* event has no frame, the position may jump.
            let count = step.wording == .frameFirst || step.wording == .frameLast ? 2 : 1
            let wills = Set(earlier.filter { $0.part == .will && $0.step == post.step }.map(\.name))
            guard wills.count == count, post.hasFrame else { return false }
        }
        return true
    }

    private func checkPosition(_ post: RandomStory.Post, _ before: KeyboardState, _ after: KeyboardState) {
        let (old, new) = (position(before), position(after))
        guard let old else {
            // A keyboard that does not float appears from outside the screen.
            let isAtEdge = after.placement == .docked || after.placement == .dockedAtTop
            if story.bounds == .reported, before.phase != .unknown, isAtEdge, let new, let bounds = after.screenBounds,
                new.isVisible(in: bounds)
            {
                fail(.continuity, "the keyboard appears at \(new)")
            }
            return
        }
        guard let new else {
            let isInPlace = post.info.frameBegin == post.info.frameEnd || !post.hasFrame
            if story.bounds == .reported, !isInPlace, old.isVisible(in: story.steps[post.step].bounds) {
                fail(.continuity, "the keyboard disappears at \(old)")
            }
            return
        }
        if !old.isNear(new) { fail(.continuity, "the keyboard jumps from \(old) to \(new)") }
    }

    private func position(_ state: KeyboardState) -> CGRect? {
        state.transition?.frame(at: scheduler.now) ?? state.frame
    }

    private func insets(of screen: Int) -> (bottom: CGFloat, top: CGFloat) {
        let now = KeyboardLayoutGuide(pool: pool)
        var geometry = geometry
        if story.hasSender { geometry.screen = ObjectIdentifier(senders[screen]) }
        now.geometry = geometry
        now.viewFrame = view
        return (now.bottomInset, now.topInset)
    }

    /// Compares the insets right before and right after a post.
    private func checkInsets(
        _ post: RandomStory.Post,
        _ before: KeyboardState,
        _ old: (bottom: CGFloat, top: CGFloat)
    ) {
        guard story.bounds == .reported, story.policy == .ignore else { return }
        let new = insets(of: post.screen)
        if abs(new.bottom - old.bottom) > 1e-6 || abs(new.top - old.top) > 1e-6 {
            fail(.continuity, "the insets jump from \(old) to \(new)")
        }
    }

    /// Whether the keyboard moves between two placements with different rules for the insets.
    ///
    /// In this case, the insets do not follow from the frame.
    private func isMixed(_ transition: KeyboardTransition?) -> Bool {
        guard let transition, transition.endPlacement != .offScreen, transition.beginPlacement != .offScreen else {
            return false
        }
        return transition.beginPlacement != transition.endPlacement
    }

    /// Checks that no inset changes faster than the keyboard, or exceeds the largest inset of the story.
    private func guideDidChange() {
        let now = scheduler.now
        let bounds = pool.keyboard.screenBounds
        let sample = (time: now, bottom: guide.bottomInset, top: guide.topInset, bounds: bounds)
        defer { lastSample = sample }
        guard guide.bottomInset.isFinite, guide.topInset.isFinite else {
            return fail(.finiteness, "insets \(guide.topInset), \(guide.bottomInset)")
        }
        guard mayCheckSpeed else { return }
        let most = largestInset
        if max(sample.bottom, sample.top) > most + 1e-6 {
            fail(.continuity, "insets \(sample.top), \(sample.bottom), and the keyboard covers at most \(most)")
        }
        guard let lastSample, lastSample.bounds == bounds else { return }
        let shortest = story.steps.map(\.duration).min() ?? 0
        // A spring moves by at most 6.7 distances per second. Easing in and out moves by at most 1.72 distances per
        // duration.
        let speed = max(6.72, 1.75 / shortest) * most
        let limit = speed * ((now - lastSample.time) / .seconds(1)) + 1
        let change = max(abs(sample.bottom - lastSample.bottom), abs(sample.top - lastSample.top))
        if change > limit { fail(.continuity, "an inset changes by \(change) since \(lastSample)") }
    }

    /// The largest inset at any place of the story.
    private var largestInset: CGFloat {
        story.steps.map { step in
            guard let place = step.place else { return 0 }
            switch place {
            case .docked(let height), .bar(let height), .atTop(let height): return CGFloat(height)
            case .split, .floating:
                return story.policy == .ignore ? 0 : step.bounds.maxY - place.frame(in: step.bounds).minY
            }
        }
        .max() ?? 0
    }

    private var mayCheckSpeed: Bool {
        // A floating keyboard appears without an animation. It also changes its side of the view without an animation.
        let mayJump = { (step: RandomStory.Step) in
            guard case .floating = step.place else { return false }
            return !self.story.floatingSlides
        }
        return story.bounds == .reported && story.policy != .avoid
            && story.steps.allSatisfy { step in
                step.screen == story.steps[0].screen && step.wait > step.gap && step.duration > 0
                    && step.frames == .both && step.reports.isEmpty && !step.isDrag && step.faults.isEmpty
                    && !mayJump(step)
            }
    }
}

// MARK: - Senders and frame sources

private final class StorySender {}

/// A frame source that can have a fault.
///
/// The source counts its requests.
@MainActor
private final class StoryFrames: KeyboardFrameSource {
    private(set) var requestCount = 0
    private let ticks: RandomStory.Ticks
    private let scheduler: ManualScheduler

    init(_ ticks: RandomStory.Ticks, _ scheduler: ManualScheduler) {
        self.ticks = ticks
        self.scheduler = scheduler
    }

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        requestCount += 1
        switch ticks {
        case .onTime:
            return scheduler.schedule(after: .microseconds(16_667), action)
        case .late:
            return scheduler.schedule(after: .milliseconds(20 + 40 * (requestCount % 4)), action)
        case .twice:
            // Cancelling has no effect.
            scheduler.schedule(after: .microseconds(16_667), action)
            scheduler.schedule(after: .milliseconds(20), action)
            return KeyboardScheduledAction {}
        case .never:
            return KeyboardScheduledAction {}
        }
    }
}

extension RandomStory.Post {
    fileprivate var hasFrame: Bool {
        info.frameEnd.map { $0 != .zero } ?? false
    }
}
