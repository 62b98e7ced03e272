import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct OddStoriesTests {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let screen = CGRect(x: 0, y: 0, width: 393, height: 852)
    let docked = CGRect(x: 0, y: 516, width: 393, height: 336)
    let away = CGRect(x: 0, y: 852, width: 393, height: 336)

    init() { pool = KeyboardObserverPool(center: center, scheduler: scheduler) }

    func post(
        _ kinds: KeyboardEvent.Kind...,
        from begin: CGRect? = nil,
        to end: CGRect? = nil,
        duration: Double? = 0.25,
        curve: UInt? = 7,
        bounds: CGRect? = nil,
        sender: NSObject? = nil
    ) {
        for kind in kinds {
            let info = Notification.KeyboardInfo(
                frameBegin: begin,
                frameEnd: end,
                animationDuration: duration,
                animationCurve: curve,
                screenBounds: bounds
            )
            var n = KeyboardEvent(kind, info: info).notification
            n.object = sender
            center.post(n)
        }
    }
    func report(_ f: CGRect, _ sender: NSObject? = nil) {
        center.post(name: .keyboardFrameInMotion, object: sender, userInfo: [KeyboardUserInfoKey.frameEnd: f])
    }
    func advance(_ ms: Int) { scheduler.advance(by: .milliseconds(ms)) }
    func guide(_ view: CGRect? = nil) -> KeyboardLayoutGuide {
        let g = KeyboardLayoutGuide(pool: pool); g.viewFrame = view ?? screen; return g
    }

    func now(_ policy: KeyboardGeometry.UndockedPolicy) -> (CGFloat, CGFloat) {
        let g = guide(); g.geometry.undocked = policy; g.geometry.minimumOverlap = 0
        return (g.bottomInset, g.topInset)
    }
    // A
    @Test func guideNamesAScreenMidTransition() {
        let (phone, tablet) = (NSObject(), NSObject())
        let g = guide()
        g.geometry.screen = ObjectIdentifier(phone)
        post(.willShow, from: away, to: docked, bounds: screen, sender: phone)
        advance(3000)
        post(.willHide, from: docked, to: away, bounds: screen, sender: phone)
        advance(3000)
        post(.willShow, from: away, to: docked, bounds: screen, sender: tablet)
        advance(50)
        g.geometry.screen = ObjectIdentifier(tablet)
        let a = g.bottomInset
        advance(100)
        #expect(g.bottomInset > a + 20)
    }
    // B
    @Test func namedFollowerOfForgottenSender() {
        let a = NSObject()
        let g = guide(); g.geometry.screen = ObjectIdentifier(a)
        let f = F(pool, screen); f.geo.screen = ObjectIdentifier(a)
        post(.willShow, from: away, to: docked, sender: a)
        advance(60)
        let others = (0..<16).map { _ in NSObject() }
        for o in others { post(.willShow, from: away, to: docked, sender: o) }
        advance(5000)
        #expect(f.log.isClosed, "\(f.log.calls)")
        #expect(pool.keyboard(on: ObjectIdentifier(a)) == .unknown)
        #expect(g.bottomInset == 0)
        withExtendedLifetime(others) {}
    }
    // C
    @Test(arguments: [
        CGRect(x: 0, y: 0, width: 393, height: CGFloat.nan), CGRect(x: CGFloat.nan, y: 0, width: 393, height: 852),
        CGRect(x: 0, y: 0, width: 393, height: CGFloat.infinity), .infinite, .null,
        CGRect(x: 0, y: CGFloat.nan, width: CGFloat.nan, height: 852),
        CGRect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308),
        CGRect(x: 0, y: 852, width: 393, height: -852),
    ])
    func badViewFrames(_ view: CGRect) {
        for bounds in [nil, screen] {
            for policy in KeyboardGeometry.UndockedPolicy.allCases {
                let g = guide(view)
                g.geometry.undocked = policy
                let f = F(pool, view); f.geo.undocked = policy
                func check() {
                    #expect(
                        g.bottomInset.isFinite && g.topInset.isFinite,
                        "\(view) \(bounds as Any) \(policy) \(g.bottomInset)"
                    )
                    let ok = [g.uncovered.minX, g.uncovered.minY, g.uncovered.width, g.uncovered.height].allSatisfy {
                        $0.isFinite
                    }; #expect(ok, "\(g.uncovered)")
                }
                check()
                post(.willShow, from: away, to: docked, bounds: bounds)
                for _ in 0..<100 { advance(16); check() }
                post(.didShow, from: away, to: docked, bounds: bounds)
                post(.willChangeFrame, from: docked, to: CGRect(x: 50, y: 100, width: 200, height: 150), bounds: bounds)
                for _ in 0..<100 { advance(16); check() }
                post(.willHide, from: docked, to: away, bounds: bounds)
                advance(3000); check()
                #expect(f.log.isFinite)
            }
        }
    }
    // D: two senders with the same number
    @Test func twoPendingFrames() {
        let (a, b) = (NSObject(), NSObject())
        let f = F(pool, screen)
        post(.willShow, from: away, to: docked, bounds: screen, sender: a); advance(3000)
        post(.willShow, from: away, to: docked, bounds: screen, sender: b); advance(3000)
        f.log.calls = []
        let lower = docked.offsetBy(dx: 0, dy: 0).insetBy(dx: 0, dy: 50)
        post(
            .willChangeFrame,
            from: docked,
            to: CGRect(x: 0, y: 600, width: 393, height: 252),
            bounds: screen,
            sender: a
        )
        post(
            .willChangeFrame,
            from: docked,
            to: CGRect(x: 0, y: 400, width: 393, height: 452),
            bounds: screen,
            sender: b
        )
        advance(60)
        post(
            .didChangeFrame,
            from: docked,
            to: CGRect(x: 0, y: 600, width: 393, height: 252),
            bounds: screen,
            sender: a
        )
        advance(5000)
        _ = lower
        // every begin's transition is the one that ends
        var open: CGRect?
        for c in f.log.calls {
            switch c.kind {
            case .begin: open = c.transition.end
            case .progress, .end: #expect(c.transition.end == open, "\(c)")
            }
        }
        #expect(f.log.isClosed)
    }
    // E: fallback mid & at rest
    @Test func fallbackAtRest() {
        let g = guide()
        let f = F(pool, screen)
        post(.willShow, from: away, to: docked); advance(3000)
        #expect(g.bottomInset == 336)
        var states: [KeyboardState] = []
        let token = pool.observeState(startingWithCurrent: false) { states.append($0) }
        pool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: 700)
        let geo = KeyboardGeometry()
        let s = pool.keyboard
        let want = geo.insets(of: screen, in: s.screenBounds ?? screen, with: s).bottom
        #expect(g.bottomInset == want)
        #expect(f.log.isClosed)
        #expect(states.last.map { $0 == s } ?? true)
        advance(5000)
        #expect(states.last == nil || states.last == s)
        withExtendedLifetime(token) {}
    }
    // F: insets continuous when floating/docking interrupted
    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases, [nil, CGRect(x: 0, y: 0, width: 393, height: 852)])
    func undockInterrupted(_ policy: KeyboardGeometry.UndockedPolicy, _ bounds: CGRect?) {
        let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
        for (name, second) in [
            ("redock", docked), ("hide", away), ("elsewhere", CGRect(x: 50, y: 400, width: 200, height: 150)),
        ] {
            for firstFloating in [false, true] {
                let g = guide(); g.geometry.undocked = policy
                post(.willShow, from: away, to: docked, bounds: bounds)
                post(.didShow, from: away, to: docked, bounds: bounds); advance(3000)
                if firstFloating {
                    post(.willHide, from: docked, to: floating, bounds: bounds)
                    post(.didHide, from: docked, to: floating, bounds: bounds); advance(3000)
                    post(.willShow, from: floating, to: docked, bounds: bounds)
                } else {
                    post(.willHide, from: docked, to: floating, bounds: bounds)
                }
                advance(100)
                let (b, t) = (g.bottomInset, g.topInset)
                post(
                    second == docked ? .willShow : second == away ? .willHide : .willChangeFrame,
                    from: floating,
                    to: second,
                    bounds: bounds
                )
                advance(1)
                #expect(
                    abs(g.bottomInset - b) < 40 && abs(g.topInset - t) < 40,
                    "\(policy) \(name) firstFloating \(firstFloating): bottom \(b) -> \(g.bottomInset) top \(t) -> \(g.topInset)"
                )
                advance(5000)
                post(.willHide, from: docked, to: away, bounds: bounds);
                post(.didHide, from: docked, to: away, bounds: bounds); advance(3000)
            }
        }
    }
    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases)
    func overlapUndock(_ policy: KeyboardGeometry.UndockedPolicy) {
        let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
        let f = F(pool, screen); f.geo.undocked = policy
        post(.willShow, from: away, to: docked, bounds: screen)
        post(.didShow, from: away, to: docked, bounds: screen); advance(3000)
        for (a, b, k) in [(docked, floating, KeyboardEvent.Kind.willHide), (floating, docked, .willShow)] {
            var last = f.log.calls.last!.overlap.height, jump: CGFloat = 0
            f.log.calls = []
            post(k, from: a, to: b, bounds: screen)
            advance(3000)
            for c in f.log.calls where c.kind != .begin {
                jump = max(jump, abs(c.overlap.height - last)); last = c.overlap.height
            }
            #expect(jump < 100, "\(policy) \(a) \(jump)")
        }
    }
    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases)
    func undockAmended(_ policy: KeyboardGeometry.UndockedPolicy) {
        let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
        let g = guide(); g.geometry.undocked = policy
        post(.willShow, from: away, to: docked, bounds: screen)
        post(.didShow, from: away, to: docked, bounds: screen); advance(3000)
        for (a, b, k) in [(docked, floating, KeyboardEvent.Kind.willHide), (floating, docked, .willShow)] {
            post(k, from: a, to: b, bounds: screen)
            for c in 1..<4 {
                advance(60)
                let i = now(policy)
                post(k, from: a, to: b, duration: 0.4, curve: UInt(c % 2) * 7, bounds: screen)
                let j = now(policy); #expect(abs(j.0 - i.0) < 1 && abs(j.1 - i.1) < 1, "\(policy) \(i) \(j)")
            }
            report(CGRect(x: 20, y: 300, width: 300, height: 200));
            let i = now(policy)
            advance(500)
            let j = now(policy); #expect(abs(j.0 - i.0) < 1 && abs(j.1 - i.1) < 1, "rep \(policy) \(i) \(j)")
            advance(3000)
        }
    }
    // Random walk of placements in mid-air: insets are continuous.
    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases, 1...40 as ClosedRange<UInt64>)
    func walk(_ policy: KeyboardGeometry.UndockedPolicy, _ seed: UInt64) {
        var r = SeededRandom(seed: seed)
        let places: [(CGRect, KeyboardEvent.Kind)] = [
            (docked, .willShow), (away, .willHide), (CGRect(x: 50, y: 100, width: 200, height: 150), .willChangeFrame),
            (CGRect(x: 90, y: 600, width: 200, height: 150), .willChangeFrame),
            (CGRect(x: 0, y: 0, width: 393, height: 300), .willShow),
            (CGRect(x: 0, y: 808, width: 393, height: 44), .willHide),
            (CGRect(x: 0, y: 200, width: 393, height: 300), .willHide),
        ]
        let g = guide(); g.geometry.undocked = policy
        post(.willShow, from: away, to: docked, bounds: screen)
        post(.didShow, from: away, to: docked, bounds: screen); advance(3000)
        var trail = "", isPending = false
        for _ in 0..<25 {
            let i = Int.random(in: 0..<places.count, using: &r)
            let ms = Int.random(in: 1...200, using: &r)
            let before = now(policy)
            let off = !pool.keyboard.isOnScreen && pool.keyboard.transition == nil
            let rest = pool.keyboard.transition == nil
            post(places[i].1, from: off ? away : pool.keyboard.frame ?? away, to: places[i].0, curve: 0, bounds: screen)
            trail += " \(i)/\(ms)"
            #expect(g.bottomInset.isFinite && g.topInset.isFinite)
            if policy == .ignore, !isPending, !off, !rest {
                let j = now(policy);
                #expect(abs(j.0 - before.0) < 1 && abs(j.1 - before.1) < 1, "\(policy) \(before) -> \(j) trail\(trail)")
            }
            isPending = places[i].1 == .willChangeFrame && ms < 17
            advance(ms)
            if i % 3 == 0 { post(.didChangeFrame, from: away, to: places[i].0, bounds: screen) }
        }
        advance(5000)
        let s = pool.keyboard
        let want = g.geometry.insets(of: screen, in: screen, with: s)
        #expect(want.bottom == g.bottomInset && want.top == g.topInset)
    }
    @Test func framesAreReportedAfterAnInterruptedUndocking() {
        let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
        let g = guide()
        post(.willShow, from: away, to: docked, bounds: screen); advance(3000)
        post(.willHide, from: docked, to: floating, bounds: screen); advance(100)
        post(.willShow, from: floating, to: docked, bounds: screen); advance(3000)
        #expect(g.bottomInset == 336)
        report(docked.offsetBy(dx: 0, dy: 100))
        #expect(g.bottomInset == 236)
        report(docked.offsetBy(dx: 0, dy: 200))
        #expect(g.bottomInset == 136)
    }
    // G: negative sizes
    @Test func negativeSizes() {
        let g = guide()
        let neg = CGRect(x: 393, y: 852, width: -393, height: -336)
        var last = g.bottomInset, jump: CGFloat = 0
        g.onChange = {
            jump = max(jump, abs($0 - last)); last = $0
        }
        post(.willShow, from: away, to: neg, bounds: screen)
        advance(3000)
        #expect(g.bottomInset == 336)
        #expect(jump < 60, "\(jump)")
        jump = 0
        post(.willHide, from: neg, to: CGRect(x: 393, y: 852 + 336, width: -393, height: -336), bounds: screen)
        advance(3000)
        #expect(jump < 60, "\(jump)")
        #expect(g.bottomInset == 0)
    }
    // H: curves/durations
    @Test(arguments: [nil, 0, 1e-300, 0.001, 1e300], [nil, 0, 1, 2, 3, 4, 5, 6, 7, 8, UInt.max])
    func curves(_ d: Double?, _ c: UInt?) {
        let g = guide(); let f = F(pool, screen)
        post(.willChangeFrame, .willShow, from: away, to: docked, duration: d, curve: c)
        advance(60)
        post(.willChangeFrame, .willHide, from: docked, to: away, duration: d, curve: c)
        advance(60)
        post(.willChangeFrame, .willShow, from: away, to: docked, duration: d, curve: c)
        advance(20000)
        #expect(g.bottomInset == 336); #expect(f.log.isClosed); #expect(f.log.isFinite)
        #expect(pool.keyboard.phase == .shown); #expect(pool.keyboard.transition == nil)
    }
    // I: absurd bounds
    @Test(arguments: [
        CGRect.zero, CGRect(x: 0, y: 0, width: 1e-300, height: 1e-300), CGRect(x: 0, y: 0, width: 0.5, height: 0.5),
        CGRect(x: 393, y: 852, width: -393, height: -852), .null, .infinite,
        CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
        CGRect(x: -1e9, y: -1e9, width: 1e9, height: 1e9), CGRect(x: 1e9, y: 1e9, width: 0, height: 0),
    ])
    func bounds(_ b: CGRect) {
        let g = guide(); let f = F(pool, screen)
        for bounds in [b, screen, b, nil, b] {
            post(.willChangeFrame, .willShow, from: away, to: docked, bounds: bounds); advance(60)
            post(.willHide, from: docked, to: away, bounds: b); advance(60)
            post(.willShow, bounds: bounds); advance(60)
            post(.didShow, bounds: b); advance(3000)
            #expect(g.bottomInset.isFinite); #expect(f.log.isClosed); #expect(f.log.isFinite)
            #expect(pool.keyboard.transition == nil)
            post(.willHide, bounds: bounds); advance(60)
            post(.didHide, bounds: b); advance(3000)
            #expect(f.log.isClosed)
            #expect(g.bottomInset == 0)
        }
    }
    // J: waiting at rest: only the sweep
    @Test func nothingTicksAtRest() {
        let g = guide(); let f = F(pool, screen)
        post(.willChangeFrame, .willShow, from: away, to: docked); advance(250)
        post(.didChangeFrame, .didShow, from: away, to: docked)
        advance(3000)
        #expect(scheduler.waitingCount == 1)
        report(docked.offsetBy(dx: 0, dy: 30)); advance(100)
        report(docked.offsetBy(dx: 0, dy: 60)); advance(3000)
        #expect(scheduler.waitingCount == 1)
        withExtendedLifetime((g, f)) {}
    }
    // K: guide alone dropped mid transition
    @Test func guideDroppedMid() {
        weak var wg: KeyboardLayoutGuide?
        let box = GBox()
        do {
            let g = guide(); wg = g; box.g = g
            g.onChange = { _ in box.g = nil }
        }
        post(.willShow, from: away, to: docked); advance(3000)
        #expect(wg == nil)
        #expect(scheduler.waitingCount == 0)
    }
    // L: pool dealloc mid callback
    @Test(arguments: 0..<4) func poolDiesInCallback(_ at: Int) {
        let box = PBox()
        box.pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        weak let wp = box.pool
        let g = KeyboardLayoutGuide(pool: box.pool); g.viewFrame = screen
        let clock = Clock(); box.pool!.frameSource = clock
        var f: F? = F(box.pool!, screen, joins: false)
        f!.own = nil
        box.pool!.add(f!)
        weak let wf = f
        f!.hook = { kind in if kind == at { box.pool = nil } }
        let token = box.pool!.observeState { _ in if at == 3 { box.pool = nil } }
        post(.willShow, from: away, to: docked)
        for _ in 0..<5 { advance(16); clock.tick(); clock.tick() }
        advance(3000); clock.tick()
        #expect(wp == nil)
        f = nil
        #expect(wf == nil)
        #expect(scheduler.waitingCount == 0)
        #expect(g.bottomInset.isFinite)
        withExtendedLifetime(token) {}
    }
    // M: callback advances the scheduler
    @Test(arguments: 0..<5) func callbackAdvances(_ at: Int) {
        let g = guide(); let f = F(pool, screen); let f2 = F(pool, screen)
        var depth = 0
        let hook: (Int) -> Void = { kind in
            guard kind == at || at == 4, depth < 20 else { return }
            depth += 1; self.scheduler.advance(by: .milliseconds(40)); depth -= 1
        }
        f.hook = hook
        let token = pool.observeState { _ in hook(3) }
        g.onChange = { _ in if at == 4 { hook(4) } }
        post(.willChangeFrame, .willShow, from: away, to: docked)
        advance(100)
        post(.willHide, from: docked, to: away); advance(100)
        post(.willShow, from: away, to: docked); advance(5000)
        for x in [f, f2] { #expect(x.log.isClosed); #expect(x.log.isBalanced, "\(x.log.calls.map(\.kind))") }
        #expect(g.bottomInset == 336)
        withExtendedLifetime(token) {}
    }
    // N: callbacks (un)subscribe, post
    @Test(arguments: 0..<3, 0..<4) func callbackActs(_ at: Int, _ act: Int) {
        let g = guide(); let f = F(pool, screen); let f2 = F(pool, screen); var extra: [F] = []
        var count = 0
        f.hook = { kind in
            guard kind == at, count < 30 else { return }
            count += 1
            switch act {
            case 0: self.pool.remove(f); f.log.reset(); self.pool.add(f)
            case 1: extra.append(F(self.pool, self.screen))
            case 2:
                self.post(.willHide, from: self.docked, to: self.away);
                self.post(.willShow, from: self.away, to: self.docked)
            default: self.report(self.docked.offsetBy(dx: 0, dy: CGFloat(count)))
            }
        }
        post(.willChangeFrame, .willShow, from: away, to: docked)
        advance(100)
        post(.willHide, from: docked, to: away); advance(100)
        post(.willShow, from: away, to: docked); advance(1000)
        post(.didShow, from: away, to: docked); advance(30000)
        for x in [f, f2] + extra {
            #expect(x.log.isClosed, "\(x.log.calls.map(\.kind))");
            #expect(x.log.isBalanced, "\(x.log.calls.map(\.kind))")
        }
        #expect(g.bottomInset == 852 - (pool.keyboard.frame?.minY ?? 852))
        if f2.log.calls.last != nil { #expect(f2.log.calls.last!.overlap.height == g.bottomInset) }
        withExtendedLifetime(g) {}
    }
    // O: source swapped inside tick / requestFrame
    @Test func sourceSwaps() {
        let g = guide()
        let clock = Clock(), other = Clock()
        pool.frameSource = clock
        clock.onRequest = { [pool] in if pool.frameSource as? Clock === clock { pool.frameSource = other } }
        post(.willShow, from: away, to: docked)
        for _ in 0..<200 { advance(10); clock.tick(); other.tick() }
        #expect(g.bottomInset == 336)
        var flip = false
        g.onChange = { [pool] _ in
            flip.toggle(); pool.frameSource = flip ? clock : nil
        }
        clock.onRequest = nil
        post(.willHide, from: docked, to: away)
        for _ in 0..<200 { advance(10); clock.tick(); other.tick() }
        #expect(g.bottomInset == 0)
        #expect(scheduler.waitingCount <= 1)
    }
    // P: mid-transition guides
    @Test func guideMadeMidTransition() {
        post(.willChangeFrame, from: away, to: docked)
        let g0 = guide()
        post(.willShow, from: away, to: docked)
        advance(100)
        let g = guide(); let g2 = guide()
        g2.geometry.screen = ObjectIdentifier(g)
        #expect(g.bottomInset > 50); #expect(g.bottomInset < 330); #expect(g2.bottomInset == g.bottomInset)
        advance(50)
        #expect(g.bottomInset == g0.bottomInset)
        advance(3000)
        #expect(g.bottomInset == 336); #expect(g2.bottomInset == 336)
    }
    // Q: other threads
    @Test func otherThreads() async {
        let g = guide(); let f = F(pool, screen)
        let (center, away, docked) = (self.center, self.away, self.docked)
        await withCheckedContinuation { (c: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                for i in 0..<200 {
                    let show = i % 2 == 1
                    center.post(
                        KeyboardEvent(
                            show ? .willShow : .willHide,
                            info: .init(
                                frameBegin: show ? away : docked,
                                frameEnd: show ? docked : away,
                                animationDuration: 0.25
                            )
                        ).notification
                    )
                    center.post(
                        name: .keyboardFrameInMotion,
                        object: nil,
                        userInfo: [KeyboardUserInfoKey.frameEnd: docked.offsetBy(dx: 0, dy: CGFloat(i))]
                    )
                }
                c.resume()
            }
        }
        await Task.yield()
        _ = pool.sweep()
        post(.willShow, from: away, to: docked)
        advance(5000)
        #expect(g.bottomInset == 336); #expect(f.log.isClosed); #expect(f.log.isBalanced)
    }
    // R: reported frames odd
    @Test func reports() {
        let g = guide(); let f = F(pool, screen)
        report(docked); advance(10)
        #expect(g.bottomInset == 0); #expect(f.log.calls.isEmpty)
        let other = NSObject()
        post(.willShow, from: away, to: docked, bounds: screen); advance(3000)
        report(docked.offsetBy(dx: 0, dy: 100), other)
        #expect(g.bottomInset == 336)
        report(docked.offsetBy(dx: 0, dy: 100)); #expect(g.bottomInset == 236)
        post(.willHide, from: docked, to: away, bounds: screen)
        #expect(abs(g.bottomInset - 236) < 1)
        report(CGRect(x: 0, y: -1e9, width: 1e9, height: 1e9)); #expect(g.bottomInset.isFinite)
        report(CGRect(x: CGFloat.nan, y: 0, width: 3, height: 3))
        advance(5000)
        #expect(g.bottomInset == 0); #expect(f.log.isClosed); #expect(f.log.isFinite); #expect(f.log.isBalanced)
        report(docked); advance(5000)
        #expect(g.bottomInset == 0)
    }
    // S: unsubscribe mid transition
    @Test func unsubscribe() {
        let f = F(pool, screen)
        post(.willShow, from: away, to: docked); advance(50)
        let n = f.log.calls.count
        pool.remove(f); advance(3000)
        #expect(f.log.calls.count == n)
        #expect(scheduler.waitingCount == 0)
        pool.add(f)
        post(.willHide, from: docked, to: away); advance(3000)
        #expect(f.log.calls.count > n)
    }
    // T: geometry policy changed mid transition
    @Test func geometryMid() {
        let g = guide()
        post(.willShow, from: away, to: docked, bounds: screen); advance(3000)
        post(.willHide, from: docked, to: CGRect(x: 50, y: 100, width: 200, height: 150), bounds: screen)
        advance(100)
        for p in KeyboardGeometry.UndockedPolicy.allCases + KeyboardGeometry.UndockedPolicy.allCases {
            g.geometry.undocked = p
            advance(16); #expect(g.bottomInset.isFinite)
        }
        advance(5000)
        g.geometry.undocked = .ignore; #expect(g.bottomInset == 0)
        g.geometry.undocked = .follow; #expect(g.bottomInset == 752)
        g.geometry.undocked = .avoid; #expect(g.topInset == 250)
    }
    // U: named followers, sender's first post mid nil's transition
    @Test func namedThenPosts() {
        let a = NSObject()
        let g = guide(); g.geometry.screen = ObjectIdentifier(a)
        let f = F(pool, screen); f.geo.screen = ObjectIdentifier(a)
        post(.willShow, from: away, to: docked); advance(60)
        post(.willShow, from: away, to: docked, sender: a); advance(5000)
        #expect(g.bottomInset == 336); #expect(f.log.isClosed); #expect(f.log.isBalanced)
        post(.willHide, from: docked, to: away); advance(5000)
        #expect(g.bottomInset == 336)
        post(.willHide, from: docked, to: away, sender: a); advance(5000)
        #expect(g.bottomInset == 0); #expect(f.log.isBalanced)
        #expect(f.log.calls.last!.overlap.height == 0)
    }
    // V: state with and without a follower agree
    @Test func reportsWithoutFollower() {
        let f = F(pool, screen)
        post(.willShow, from: away, to: docked, bounds: screen); advance(3000)
        pool.remove(f)
        report(docked.offsetBy(dx: 0, dy: 100)); advance(3000)
        _ = pool.keyboard
    }
    // W: presentable at two screens alternate without events
    @Test func alternate() {
        let (a, b) = (NSObject(), NSObject())
        let g = guide(); let f = F(pool, screen)
        let tall = CGRect(x: 0, y: 452, width: 393, height: 400)
        for i in 0..<40 {
            let s = i % 2 == 0 ? a : b
            let end = i % 2 == 0 ? docked : tall
            let kind: KeyboardEvent.Kind = i % 5 < 3 ? .willShow : .willHide
            post(kind, from: nil, to: kind == .willShow ? end : away, bounds: screen, sender: s)
            advance(7 * i % 90)
            if i % 7 == 0 {
                advance(3000); #expect(f.log.isClosed);
                #expect((f.log.calls.last?.overlap.height ?? 0) == g.bottomInset)
            }
        }
        advance(5000)
        #expect(f.log.isClosed); #expect(f.log.isBalanced, "\(f.log.calls.map(\.kind))")
        #expect((f.log.calls.last?.overlap.height ?? 0) == g.bottomInset)
    }
}
@MainActor final class GBox { var g: KeyboardLayoutGuide? }
@MainActor final class PBox { var pool: KeyboardObserverPool? }
@MainActor final class Clock: KeyboardFrameSource {
    var requests: [@MainActor () -> Void] = []
    var onRequest: (() -> Void)?
    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        requests.append(action); if requests.count > 3 { requests.removeFirst() }
        onRequest?()
        return KeyboardScheduledAction {}
    }
    func tick() { for r in requests { r() } }
}
@MainActor final class F: KeyboardObservable, KeyboardTransitionPresentable {
    enum K: Int { case begin, progress, end }
    struct Call { var kind: K; var transition: KeyboardTransition; var overlap: CGRect; var finished = false }
    @MainActor final class Log {
        var calls: [Call] = []
        private var from = 0
        func reset() { from = calls.count }
        var isClosed: Bool { calls.count == from || calls.last!.kind == .end }
        var isBalanced: Bool {
            var open = false
            for c in calls.dropFirst(from) {
                switch c.kind {
                case .begin: if open { return false }; open = true
                case .progress: if !open { return false }
                case .end: if !open { return false }; open = false
                }
            }
            return true
        }
        var isFinite: Bool {
            calls.allSatisfy { c in
                [c.overlap, c.transition.begin, c.transition.end].allSatisfy {
                    [$0.minX, $0.minY, $0.width, $0.height].allSatisfy(\.isFinite)
                }
            }
        }
    }
    var own: KeyboardObserverPool?
    var keyboardObserverPool: KeyboardObserverPool { own ?? .current }
    var view: CGRect
    var keyboardAvoidingFrame: CGRect { view }
    var geo = KeyboardGeometry()
    var keyboardGeometry: KeyboardGeometry { geo }
    let log = Log()
    var hook: ((Int) -> Void)?
    init(_ pool: KeyboardObserverPool, _ view: CGRect, joins: Bool = true) {
        own = pool; self.view = view
        if joins { pool.add(self) }
    }
    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}
    func keyboardTransitionWillBegin(_ t: KeyboardTransition, overlap: CGRect) {
        log.calls.append(Call(kind: .begin, transition: t, overlap: overlap)); hook?(0)
    }
    func keyboardTransitionDidProgress(_ t: KeyboardTransition, overlap: CGRect) {
        log.calls.append(Call(kind: .progress, transition: t, overlap: overlap)); hook?(1)
    }
    func keyboardTransitionDidEnd(_ t: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        log.calls.append(Call(kind: .end, transition: t, overlap: overlap, finished: isFinished)); hook?(2)
    }
}
