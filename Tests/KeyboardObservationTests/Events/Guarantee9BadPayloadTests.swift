import Foundation
import KeyboardObservation
import Testing

@MainActor
struct Guarantee9BadPayloadTests {
    typealias Key = KeyboardUserInfoKey

    private func info(_ userInfo: [AnyHashable: Any]?) -> Notification.KeyboardInfo {
        Notification(name: .keyboardWillShow, object: nil, userInfo: userInfo).keyboardInfo
    }

    @Test func absentValuesAreNil() {
        #expect(info(nil) == Notification.KeyboardInfo())
        #expect(info([:]) == Notification.KeyboardInfo())
        #expect(info(["foreign": 1, 2: "key"]) == Notification.KeyboardInfo())
    }

    @Test func numbersOfEveryTypeAreRead() {
        let sevens: [Any] = [
            NSNumber(value: 7), NSNumber(value: UInt(7)), NSNumber(value: 7.0), NSDecimalNumber(string: "7"), 7,
            UInt(7), 7.0, Float(7), CGFloat(7), Int8(7), Int16(7), Int32(7), Int64(7), UInt8(7), UInt16(7), UInt32(7),
            UInt64(7),
        ]
        for seven in sevens {
            let read = info([Key.animationDuration: seven, Key.animationCurve: seven, Key.isLocal: seven])
            #expect(read.animationDuration == 7, "\(type(of: seven))")
            #expect(read.animationCurve == 7, "\(type(of: seven))")
            #expect(read.isLocal == true, "\(type(of: seven))")
        }
        for flag in [true, NSNumber(value: true), NSNumber(value: 1), 1] as [Any] {
            #expect(info([Key.isLocal: flag]).isLocal == true)
        }
        for flag in [false, NSNumber(value: false), NSNumber(value: 0), 0] as [Any] {
            #expect(info([Key.isLocal: flag]).isLocal == false)
        }
    }

    @Test func theLargestNumbersAreReadExactly() {
        #expect(info([Key.animationCurve: UInt.max]).animationCurve == UInt.max)
        #expect(info([Key.animationCurve: NSNumber(value: UInt64.max)]).animationCurve == UInt.max)
        #expect(info([Key.animationCurve: NSNumber(value: Int64.max)]).animationCurve == UInt(Int64.max))
        #expect(info([Key.animationDuration: 1e308]).animationDuration == 1e308)
    }

    @Test func onlyRectanglesAreReadAsFrames() {
        let frame = CGRect(x: 0, y: 409, width: 375, height: 258)
        #expect(info([Key.frameEnd: frame]).frameEnd == frame)
        #expect(info([Key.frameBegin: NSValue(rect: frame)]).frameBegin == frame)
        let others: [Any] = [
            NSValue(point: .zero), NSValue(size: .zero), NSValue(range: NSRange()), NSNumber(value: 1), NSNull(),
            CGPoint.zero, "{{0, 0}, {1, 1}}", [0, 0, 1, 1],
        ]
        for other in others {
            #expect(info([Key.frameEnd: other]).frameEnd == nil, "\(type(of: other))")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func framesThatAreNotFiniteAreNil(number: Double) {
        for index in 0..<4 {
            var numbers = [1.0, 2, 3, 4]
            numbers[index] = number
            let frame = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            #expect(info([Key.frameEnd: frame]).frameEnd == nil)
            #expect(info([Key.frameEnd: NSValue(rect: frame)]).frameEnd == nil)
        }
        #expect(info([Key.frameEnd: CGRect.null]).frameEnd == nil)
        #expect(info([Key.frameEnd: CGRect.infinite]).frameEnd?.height.isFinite != false)
    }

    @Test(arguments: [-0.25, .nan, .infinity, -.infinity])
    func invalidDurationsAreNil(number: Double) {
        #expect(info([Key.animationDuration: number]).animationDuration == nil)
        #expect(info([Key.animationDuration: NSNumber(value: number)]).animationDuration == nil)
    }

    @Test(arguments: [-1, 7.5, 1e30, .nan, .infinity])
    func curvesBeyondUIntAreNil(number: Double) {
        #expect(info([Key.animationCurve: number]).animationCurve == nil)
        #expect(info([Key.animationCurve: NSNumber(value: number)]).animationCurve == nil)
    }

    @Test func anInvalidValueIsReportedBeforeItsEvent() {
        let fixture = Fixture()
        let screen = fixture.screen("a")
        let log = fixture.log
        var issues: [KeyboardIssue] = []
        fixture.pool.onIssue = { issue in
            issues.append(issue)
            log.add("issue")
        }
        fixture.center.post(
            name: .keyboardWillShow,
            object: nil,
            userInfo: [Key.animationDuration: -1.5, Key.animationCurve: 7, Key.isLocal: true]
        )
        #expect(log.calls == ["issue", "a willShow"])
        #expect(
            issues.map(\.description) == [
                "UIKeyboardAnimationDurationUserInfoKey of a willShow event: "
                    + "expected a finite number of seconds, not negative, found -1.5"
            ]
        )
        withExtendedLifetime(screen) {}
    }

    @Test func anInvalidValueOfEachKeyIsReported() {
        let fixture = Fixture()
        let screen = fixture.screen("a")
        var issues: [KeyboardIssue] = []
        fixture.pool.onIssue = { issues.append($0) }
        let keys = [Key.frameBegin, Key.frameEnd, Key.animationDuration, Key.animationCurve, Key.isLocal]
        for key in keys {
            fixture.center.post(name: .keyboardDidHide, object: nil, userInfo: [key: ["junk"]])
        }
        let reported = issues.map { issue -> String in
            guard case .unreadableValue(.didHide, let key, _, "Array<String>") = issue else { return "\(issue)" }
            return key
        }
        #expect(reported == keys)
        withExtendedLifetime(screen) {}
    }

    @Test func anInvalidValueWithALongTypeIsReportedWithTheBeginOfItsName() {
        let fixture = Fixture()
        let screen = fixture.screen("a")
        var issues: [KeyboardIssue] = []
        fixture.pool.onIssue = { issues.append($0) }
        let junk: [String: [String: [String: [String: [String: [String: Double]]]]]] = [:]
        fixture.center.post(name: .keyboardDidHide, object: nil, userInfo: [Key.frameEnd: junk])
        let name = "\(type(of: junk))"
        #expect(name.count > 80)
        #expect(issues.first?.description.hasSuffix(" found \(name.prefix(80))") == true)
        withExtendedLifetime(screen) {}
    }

    @Test func anInvalidPayloadOffTheMainActorIsReportedOnIt() async {
        let fixture = Fixture()
        let screen = fixture.screen("a")
        var issues = 0
        fixture.pool.onIssue = { _ in
            MainActor.assertIsolated()
            issues += 1
        }
        let center = fixture.center
        await Task.detached {
            center.post(name: .keyboardWillShow, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: CGRect.null])
        }.value
        fixture.post(.willShow)
        #expect(issues == 1)
        #expect(fixture.log.calls == ["a willShow", "a willShow"])
        withExtendedLifetime(screen) {}
    }

    @Test func foreignKeysAreIgnored() {
        var userInfo = KeyboardEvent.make(.willShow, height: 258).notification.userInfo ?? [:]
        for number in 0..<100_000 { userInfo["foreign \(number)"] = number }
        userInfo[Key.frameBegin] = CGRect(x: 1, y: 2, width: 3, height: 4)
        userInfo[Key.animationCurve] = 7
        userInfo[Key.isLocal] = true
        userInfo[Key.screenBounds] = CGRect(x: 0, y: 0, width: 393, height: 852)
        let read = info(userInfo)
        #expect(read.screenBounds == CGRect(x: 0, y: 0, width: 393, height: 852))
        #expect(read.frameBegin == CGRect(x: 1, y: 2, width: 3, height: 4) && read.frameEnd?.height == 258)
        #expect(read.animationDuration == 0.25 && read.animationCurve == 7 && read.isLocal == true)
    }

    @Test(arguments: [0, 100])
    func onlyStringKeysAreRead(foreignKeys: Int) {
        var userInfo: [AnyHashable: Any] = [NSString(string: Key.animationDuration): 1.0]
        for number in 0..<foreignKeys { userInfo[number] = number }
        #expect(info(userInfo).animationDuration == nil)
        userInfo[Key.animationDuration] = 2.0
        #expect(info(userInfo).animationDuration == 2)
    }

    @Test func wrappedValuesAreRead() {
        let values: [(String, Any)] = [
            (KeyboardUserInfoKey.isLocal, true), (KeyboardUserInfoKey.animationDuration, 0.5),
            (KeyboardUserInfoKey.animationCurve, UInt(7)),
            (KeyboardUserInfoKey.frameEnd, CGRect(x: 1, y: 2, width: 3, height: 4)),
        ]
        let wrappings: [(Any) -> Any] = [
            { $0 }, { Optional($0) as Any }, { value in (value as? any Hashable).map { AnyHashable($0) } ?? value },
        ]
        for wrap in wrappings {
            let userInfo = Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0.0), wrap($0.1)) })
            let info = Notification(name: .keyboardWillShow, object: nil, userInfo: userInfo).keyboardInfo
            #expect(info.isLocal == true)
            #expect(info.animationDuration == 0.5)
            #expect(info.animationCurve == 7)
            #expect(info.frameEnd == CGRect(x: 1, y: 2, width: 3, height: 4))
        }
    }

    @Test(arguments: [Double.nan, .infinity])
    func aNumberThatIsNotFiniteIsNoBoolean(number: Double) {
        #expect(info([Key.isLocal: number]).isLocal == nil)
    }
}
