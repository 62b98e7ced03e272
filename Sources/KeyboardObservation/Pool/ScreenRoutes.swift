/// The routes of a pool's classes. They are few, and stay.
@MainActor
struct ScreenRoutes {
    private var routes: [ScreenRoute] = []
    private var numbers: [ObjectIdentifier: PoolEntries.Route] = [:]

    subscript(route: PoolEntries.Route) -> ScreenRoute {
        // Number 0 is that of closures.
        routes[Int(route.number) - 1]
    }

    mutating func route(of type: any KeyboardObservable.Type) -> PoolEntries.Route {
        let key = ObjectIdentifier(type)
        if let number = numbers[key] { return number }
        let number = PoolEntries.Route(number: UInt32(routes.count + 1))
        routes.append(ScreenRoute(type, number: number))
        numbers[key] = number
        return number
    }
}
