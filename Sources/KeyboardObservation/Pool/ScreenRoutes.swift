/// The routes of a pool's classes. They are few, and stay.
@MainActor
struct ScreenRoutes {
    private var routes: [ScreenRoute] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]

    subscript(route: PoolEntries.Route) -> ScreenRoute {
        // Number 0 is that of closures.
        routes[Int(route.number) - 1]
    }

    mutating func route(of type: any KeyboardObservable.Type) -> PoolEntries.Route {
        let key = ObjectIdentifier(type)
        if let number = numbers[key] { return PoolEntries.Route(number: number) }
        routes.append(ScreenRoute(type))
        let number = UInt32(routes.count)
        numbers[key] = number
        return PoolEntries.Route(number: number)
    }
}
