import Foundation

extension KeyboardObserverPool {
    /// Takes an event that was posted on the main actor.
    func receive(_ delivery: Delivery) {
        // What was posted elsewhere before must not be overtaken.
        admitArrivals()
        if !deliveries.isDelivering, deliveries.isEmpty {
            // The usual case: nothing waits, and the event need not.
            serve { deliver(delivery) }
        } else {
            deliveries.append(.event(delivery))
            countNested()
            serve {}
        }
    }

    /// The source tells where the keyboard is to be seen now.
    func receive(frame: CGRect, sender: ObjectIdentifier?) {
        take(.frame(frame, sender: sender))
        countNested()
        serve {}
    }

    private func countNested() {
        if deliveries.countNested() { onIssue?(.nestedEvents(limit: DeliveryQueue.nestedEventLimit)) }
    }

    /// Delivers what was posted elsewhere.
    func deliverArrivals() {
        admitArrivals()
        serve {}
    }

    /// Takes in what comes on the main actor, after what came elsewhere before.
    func take(_ arrival: KeyboardIntake.Arrival) {
        admitArrivals()
        admit(arrival)
    }

    /// - Returns: how many were taken out that had gone elsewhere.
    @discardableResult
    func admitArrivals() -> Int {
        intake.hasArrived ? intake.takeArrivals().count { admit($0) } : 0
    }

    /// - Returns: whether somebody was taken out who had gone elsewhere.
    @discardableResult
    private func admit(_ arrival: KeyboardIntake.Arrival) -> Bool {
        switch arrival {
        case .event(let event, let issues):
            deliveries.append(.arrival(event, issues))
        case .frame(let frame, let sender):
            deliveries.append(.frame(frame, sender: sender))
        case .subscription(let observer):
            append(observer)
        case .stateSubscription(let observer):
            append(observer)
        case .withdrawal(let key):
            return removeOrphan(key)
        }
        return false
    }

    /// Calls those who listen, and delivers afterwards what they have posted meanwhile. Where that is being done
    /// already, only `body` is run.
    @inline(__always)
    func serve(_ body: () -> Void) {
        guard !deliveries.isDelivering else { return body() }
        guard Self.current !== self else { return serveAsCurrent(body) }
        Self.$current.withValue(self) { serveAsCurrent(body) }
    }

    @inline(__always)
    private func serveAsCurrent(_ body: () -> Void) {
        deliveries.begin()
        // What is called here is no part of the raw call of another pool in which this may happen.
        let outer = RawCall.running
        RawCall.running.screen = nil
        body()
        if !deliveries.isEmpty { deliverQueue() }
        RawCall.running = outer
        deliveries.end()
    }

    private func deliverQueue() {
        while let next = deliveries.popFirst() {
            switch next {
            case .event(let delivery):
                deliver(delivery)
            case .arrival(let event, let issues):
                deliver(Delivery(event: event, issues: issues, notification: event.notification))
            case .frame(let frame, let sender):
                tracker.report(frame, sender: sender)
            }
        }
    }

    private func deliver(_ delivery: Delivery) {
        if !delivery.issues.isEmpty { report(delivery.issues) }
        let event = delivery.event
        tracker.apply(event)
        entries.beginDelivery(takingOrphans: Self.orphansOfAStep)
        while let route = entries.routeToServe {
            if route == .closure {
                deliverToClosures(event)
            } else {
                routes[route].deliver(event, from: delivery.notification, in: self)
            }
        }
        entries.endDelivery()
        updateTracking()
        keepSweepTicking()
    }

    private func report(_ issues: [KeyboardIssue]) {
        for issue in issues { onIssue?(issue) }
    }

    /// Calls the closures that come next.
    private func deliverToClosures(_ event: KeyboardEvent) {
        // Safe: only closures are stored with that route.
        while let observer = unsafe entries.nextToServe(on: .closure, as: ClosureObserver.self) {
            if observer.isOver {
                entries.takeOrphan()
            } else {
                observer.receive(event)
            }
        }
    }
}
