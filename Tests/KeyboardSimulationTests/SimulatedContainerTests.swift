import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Which container a field belongs to.
@MainActor
struct SimulatedContainerTests {
    private let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: ManualScheduler())

    private func makeField() -> SimulatedTextField {
        SimulatedTextField(on: keyboard, center: NotificationCenter())
    }

    @Test func whatIsRemovedFromAHiddenContainerIsVisible() {
        let (field, inner) = (makeField(), makeField())
        let container = SimulatedContainer([field, SimulatedContainer([inner])])
        container.isHidden = true
        #expect(field.isHiddenByAncestor && inner.isHiddenByAncestor && !field.tap())
        container.formElements = []
        #expect(!field.isHiddenByAncestor && !inner.isHiddenByAncestor)
        #expect(field.tap())
    }

    @Test func aHiddenContainerHidesTheFieldsOfNestedContainers() {
        let field = makeField()
        let inner = SimulatedContainer([field])
        let middle = SimulatedContainer([inner])
        let outer = SimulatedContainer([middle])
        for ancestor in [inner, middle, outer] {
            ancestor.isHidden = true
            #expect(field.isHiddenByAncestor, "a hidden ancestor was not looked at")
            #expect(!field.tap())
            ancestor.isHidden = false
            #expect(!field.isHiddenByAncestor)
        }
    }

    @Test func whatIsMovedBelongsToItsNewContainer() {
        let (field, inner) = (makeField(), makeField())
        let moved = SimulatedContainer([inner])
        let old = SimulatedContainer([field, moved])
        let new = SimulatedContainer()
        new.formElements = [field, moved]
        old.formElements = []
        new.isHidden = true
        #expect(field.isHiddenByAncestor, "the former container took the field out of the new one")
        #expect(inner.isHiddenByAncestor, "the former container took the container out of the new one")
    }
}
