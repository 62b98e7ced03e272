public import KeyboardForms

/// A box with fields and further boxes in it, without a window.
@MainActor
public final class SimulatedContainer: FormContainer {
    public let formState = FormElementState()

    /// What it holds, in order. Held.
    public var formElements: [any FormElement] {
        didSet {
            for element in oldValue { adopt(element, by: nil) }
            for element in formElements { adopt(element, by: self) }
            containerDidChange()
        }
    }

    public var isHidden = false {
        didSet { if isHidden != oldValue { tellVisibility() } }
    }

    /// Whether next and previous stay in it: a sheet, a dialog.
    public var isFocusGroup: Bool {
        didSet { if isFocusGroup != oldValue { containerDidChange() } }
    }

    private(set) weak var parent: SimulatedContainer?

    /// Makes a container of these fields and containers.
    public init(_ elements: [any FormElement] = [], isFocusGroup: Bool = false) {
        formElements = elements
        self.isFocusGroup = isFocusGroup
        for element in elements { adopt(element, by: self) }
    }

    var isHiddenWithAncestors: Bool {
        var visited: Set<ObjectIdentifier> = []
        var container: SimulatedContainer? = self
        while let here = container, visited.insert(ObjectIdentifier(here)).inserted {
            if here.isHidden { return true }
            container = here.parent
        }
        return false
    }

    /// Orders that know the fields and not their containers have to hear of it as well.
    private func tellVisibility() {
        containerDidChange()
        var elements = formElements
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        while let element = elements.popLast() {
            guard visited.insert(ObjectIdentifier(element)).inserted else { continue }
            (element as? any FormField)?.fieldDidChange()
            elements += (element as? any FormContainer)?.formElements ?? []
        }
    }

    private func adopt(_ element: any FormElement, by container: SimulatedContainer?) {
        (element as? SimulatedTextField)?.container = container
        (element as? SimulatedContainer)?.parent = container
    }
}
