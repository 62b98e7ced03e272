import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Which container a field belongs to.
@MainActor
struct SimulatedContainerTests {
    private let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: ManualScheduler())

    private func field() -> SimulatedTextField {
        SimulatedTextField(on: keyboard, center: NotificationCenter())
    }

    @Test func aFieldRemovedFromAHiddenContainerIsVisible() {
        let field = field()
        let container = SimulatedContainer([field])
        container.isHidden = true
        #expect(field.isHiddenByAncestor && !field.tap())
        container.formElements = []
        #expect(!field.isHiddenByAncestor, "the former container hid the field")
        #expect(field.tap())
    }

    @Test func aContainerRemovedFromAHiddenContainerIsVisible() {
        let field = field()
        let inner = SimulatedContainer([field])
        let outer = SimulatedContainer([inner])
        outer.isHidden = true
        #expect(field.isHiddenByAncestor)
        outer.formElements = []
        #expect(!field.isHiddenByAncestor, "a removed container kept its parent")
    }

    @Test func aHiddenContainerHidesTheFieldsOfNestedContainers() {
        let field = field()
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

    @Test func aMovedFieldBelongsToItsNewContainer() {
        let field = field()
        let old = SimulatedContainer([field])
        let new = SimulatedContainer()
        new.formElements = [field]
        old.formElements = []
        new.isHidden = true
        #expect(field.isHiddenByAncestor, "the former container took the field out of the new one")
    }

    @Test func aMovedContainerBelongsToItsNewContainer() {
        let field = field()
        let moved = SimulatedContainer([field])
        let old = SimulatedContainer([moved])
        let new = SimulatedContainer([moved])
        old.formElements = []
        new.isHidden = true
        #expect(field.isHiddenByAncestor, "the former container took the container out of the new one")
    }
}
