import Foundation
import KeyboardObservation

/// The cost of reading one payload.
@MainActor
struct DecodeRows {
    let comparison: Comparison
    private let foreignKeys = 100_000

    func rows() -> [Row] {
        let usual = SampleNotifications.lower
        let crowded = SampleNotifications.withForeignKeys(foreignKeys)
        let statistics = comparison.run(
            "decode",
            [
                (.ours, { blackHole(usual.keyboardInfo) }),
                (.surf, { blackHole(SurfInfo(usual)) }),
                (.handwritten, { blackHole(HandwrittenInfo(usual)) }),
            ]
        )
        let crowdedStatistics = comparison.run(
            "decode, crowded",
            [
                (.ours, { blackHole(crowded.keyboardInfo) }),
                (.surf, { blackHole(SurfInfo(crowded)) }),
                (.handwritten, { blackHole(FiveKeys(crowded)) }),
            ]
        )
        return [
            Row(name: "decode", statistics: statistics),
            Row(name: "decode", foreignKeys: foreignKeys, statistics: crowdedStatistics),
        ]
    }

    /// The cost of a post to one closure that does not read the payload.
    func post() -> Row {
        let poster = Poster(NotificationCenter())
        let registration = poster.center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) { _ in }
        defer { poster.center.removeObserver(registration) }
        let statistics = comparison.run("post", [(.handwritten, { poster.post() })])
        return Row(name: "post", isForTargetsOnly: true, statistics: statistics)
    }
}

/// All five keys, read by `as?`, because this framework also reads five keys.
private struct FiveKeys {
    let four: HandwrittenInfo
    let isLocal: Bool?

    init(_ notification: Notification) {
        four = HandwrittenInfo(notification)
        isLocal = notification.userInfo?[KeyboardUserInfoKey.isLocal] as? Bool
    }
}

/// Prevents the optimizer from removing the value.
@inline(never)
func blackHole<Value>(_ value: Value) {}
