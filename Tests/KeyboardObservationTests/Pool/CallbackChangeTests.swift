import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Callbacks that deallocate, subscribe, post and advance the time while the keyboard moves.
@MainActor
struct CallbackChangeTests: PhoneSuite {
    /// A place where a callback can make a change.
    enum Callback: CaseIterable {
        case begin, progress, end, state, inset

        init(_ call: TransitionScreen.Call) {
            self = call.isBegin ? .begin : call.isProgress ? .progress : .end
        }
    }

    enum Change: CaseIterable {
        case resubscribe, addScreen, post, reportFrame
    }

    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    /// Posts a show, a hide during it, and a show during the hide.
    private func postInterruptedShow() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        post(.willHide, from: docked, to: offScreen, wait: 100)
        post(.willShow, from: offScreen, to: docked)
    }

    @Test func aGuideCanBeDeallocatedInItsOnChange() {
        var guide: KeyboardLayoutGuide? = makeGuide()
        weak let weakGuide = guide
        guide?.onChange = { _ in guide = nil }
        post(.willShow, from: offScreen, to: docked, wait: 3_000)
        #expect(weakGuide == nil)
        #expect(scheduler.waitingCount == 0)
    }

    @Test(arguments: [Callback.begin, .progress, .end, .state])
    func aPoolCanBeDeallocatedInACallback(callback: Callback) throws {
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: scheduler)
        weak let weakPool = pool
        let source = ManualFrameSource()
        source.repeatsRequests = true
        pool?.frameSource = source
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = screen
        var follower: TransitionScreen? = TransitionScreen(try #require(pool))
        weak let weakFollower = follower
        follower?.onCall = { call, _ in
            if Callback(call) == callback { pool = nil }
        }
        let token = pool?.observeState { _ in
            if callback == .state { pool = nil }
        }
        post(.willShow, from: offScreen, to: docked)
        for _ in 0..<5 {
            advance(16)
            source.tick()
            source.tick()
        }
        advance(3_000)
        source.tick()
        #expect(weakPool == nil)
        follower = nil
        #expect(weakFollower == nil)
        #expect(scheduler.waitingCount == 0)
        #expect(guide.bottomInset.isFinite)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: Callback.allCases)
    func aCallbackCanAdvanceTheTime(callback: Callback) {
        let guide = makeGuide()
        let followers = (1...2).map { _ in TransitionScreen(pool) }
        var depth = 0
        let advanceTime: @MainActor (Callback) -> Void = { [scheduler] current in
            // In the case `inset`, every callback advances the time.
            guard current == callback || callback == .inset, depth < 20 else { return }
            depth += 1
            scheduler.advance(by: .milliseconds(40))
            depth -= 1
        }
        followers[0].onCall = { call, _ in advanceTime(Callback(call)) }
        let token = pool.observeState { _ in advanceTime(.state) }
        if callback == .inset { guide.onChange = { _ in advanceTime(.inset) } }
        postInterruptedShow()
        advance(5_000)
        for follower in followers { #expect(follower.isComplete, "\(follower.calls)") }
        #expect(guide.bottomInset == 336)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [Callback.begin, .progress, .end], Change.allCases)
    func aCallbackCanChangeSubscriptionsAndPost(callback: Callback, change: Change) {
        let guide = makeGuide()
        let (changing, other) = (TransitionScreen(pool), TransitionScreen(pool))
        var added: [TransitionScreen] = []
        var count = 0
        changing.onCall = { [unowned changing] call, _ in
            guard Callback(call) == callback, count < 30 else { return }
            count += 1
            switch change {
            case .resubscribe:
                pool.remove(changing)
                changing.reset()
                pool.add(changing)
            case .addScreen:
                added.append(TransitionScreen(pool))
            case .post:
                post(.willHide, from: docked, to: offScreen)
                post(.willShow, from: offScreen, to: docked)
            case .reportFrame:
                report(docked.offsetBy(dx: 0, dy: CGFloat(count)))
            }
        }
        postInterruptedShow()
        advance(1_000)
        post(.didShow, from: offScreen, to: docked, wait: 30_000)
        for follower in [changing, other] + added { #expect(follower.isComplete, "\(follower.calls)") }
        #expect(guide.bottomInset == 852 - (pool.keyboard.frame?.minY ?? 852))
        if let height = other.heights.last { #expect(height == guide.bottomInset) }
    }

    @Test func theFrameSourceCanBeReplacedInsideItsCallbacks() {
        let guide = makeGuide()
        let sources = [ManualFrameSource(), ManualFrameSource()]
        for source in sources { source.repeatsRequests = true }
        let runTransition = {
            for _ in 0..<200 {
                advance(10)
                for source in sources { source.tick() }
            }
        }
        pool.frameSource = sources[0]
        sources[0].onRequest = { [pool] in
            if pool.frameSource as? ManualFrameSource === sources[0] { pool.frameSource = sources[1] }
        }
        post(.willShow, from: offScreen, to: docked)
        runTransition()
        #expect(guide.bottomInset == 336)
        var hasSource = false
        guide.onChange = { [pool] _ in
            hasSource.toggle()
            pool.frameSource = hasSource ? sources[0] : nil
        }
        sources[0].onRequest = nil
        post(.willHide, from: docked, to: offScreen)
        runTransition()
        #expect(guide.bottomInset == 0)
        #expect(scheduler.waitingCount <= 1)
    }
}
