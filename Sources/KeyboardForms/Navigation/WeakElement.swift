struct WeakElement {
    weak let element: (any FormElement)?

    init(_ element: any FormElement) {
        self.element = element
    }
}
