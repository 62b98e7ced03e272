import Foundation
import KeyboardObservation
import Testing

struct KeyboardEventTests {
    @Test func namesAndKeysAreThoseOfUIKit() {
        #expect(
            KeyboardEvent.Kind.allCases.map(\.notificationName.rawValue) == [
                "UIKeyboardWillShowNotification", "UIKeyboardDidShowNotification", "UIKeyboardWillHideNotification",
                "UIKeyboardDidHideNotification", "UIKeyboardWillChangeFrameNotification",
                "UIKeyboardDidChangeFrameNotification",
            ]
        )
        #expect(KeyboardUserInfoKey.frameBegin == "UIKeyboardFrameBeginUserInfoKey")
        #expect(KeyboardUserInfoKey.frameEnd == "UIKeyboardFrameEndUserInfoKey")
        #expect(KeyboardUserInfoKey.animationDuration == "UIKeyboardAnimationDurationUserInfoKey")
        #expect(KeyboardUserInfoKey.animationCurve == "UIKeyboardAnimationCurveUserInfoKey")
        #expect(KeyboardUserInfoKey.isLocal == "UIKeyboardIsLocalUserInfoKey")
        #expect(KeyboardUserInfoKey.isObscured == "KeyboardObservationIsObscuredUserInfoKey")
    }

    @Test(arguments: KeyboardEvent.Kind.allCases)
    func anEventIsEqualAfterARoundTrip(kind: KeyboardEvent.Kind) {
        let full = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: 667, width: 375, height: 216),
            frameEnd: CGRect(x: 0, y: 451.5, width: 375, height: 215.5),
            animationDuration: 0.25,
            animationCurve: 7,
            isLocal: false,
            isObscured: true
        )
        for info in [full, Notification.KeyboardInfo()] {
            let event = KeyboardEvent(kind, info: info)
            #expect(KeyboardEvent(event.notification) == event)
        }
    }

    @Test func thePayloadHasUIKitsTypes() {
        let info = Notification.KeyboardInfo(
            frameBegin: .zero,
            frameEnd: CGRect(x: 1, y: 2, width: 3, height: 4),
            animationDuration: 0.25,
            animationCurve: 7,
            isLocal: true
        )
        let userInfo = KeyboardEvent(.willShow, info: info).notification.userInfo ?? [:]
        #expect(userInfo.count == 5)
        #expect(userInfo[KeyboardUserInfoKey.frameEnd] as? CGRect == info.frameEnd)
        #expect(userInfo[KeyboardUserInfoKey.animationDuration] as? NSNumber == 0.25)
        #expect(userInfo[KeyboardUserInfoKey.animationCurve] as? NSNumber == 7)
        #expect(userInfo[KeyboardUserInfoKey.isLocal] as? NSNumber == true)
        #expect(KeyboardEvent(.willShow, info: .init()).notification.userInfo?.isEmpty == true)
    }

    @Test func aNotificationOfAnotherNameIsNoEvent() {
        #expect(KeyboardEvent(Notification(name: Notification.Name("UIKeyboardWillFly"))) == nil)
    }

    @Test func theSenderIsTheIdentityOfAClassInstance() {
        let object = NSObject()
        let sent = KeyboardEvent(Notification(name: .keyboardWillShow, object: object))
        #expect(sent?.sender == ObjectIdentifier(object))
        for value in ["text", 7, CGRect.zero, nil as NSObject?] as [Any?] {
            #expect(KeyboardEvent(Notification(name: .keyboardWillShow, object: value))?.sender == nil)
        }
    }
}
