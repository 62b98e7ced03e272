import Foundation
import KeyboardObservation

/// Reading one payload.
@MainActor
struct DecodeRows {
    let race: Race
    private let foreignKeys = 100_000

    func rows() -> [Row] {
        let usual = Posts.lower
        let crowded = Posts.crowded(foreignKeys: foreignKeys)
        let figures = race.run(
            "decode",
            [
                (.ours, { keep(usual.keyboardInfo) }),
                (.surf, { keep(SurfInfo(usual)) }),
                (.handwritten, { keep(HandwrittenInfo(usual)) }),
            ]
        )
        let crowdedFigures = race.run(
            "decode, crowded",
            [
                (.ours, { keep(crowded.keyboardInfo) }),
                (.surf, { keep(SurfInfo(crowded)) }),
                (.handwritten, { keep(FiveKeys(crowded)) }),
            ]
        )
        return [
            Row(name: "decode", figures: figures),
            Row(name: "decode", foreignKeys: foreignKeys, figures: crowdedFigures),
        ]
    }

    /// What a post costs that one closure hears and nobody reads.
    func post() -> Row {
        var poster = Poster(NotificationCenter())
        let registration = poster.center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) { _ in }
        defer { poster.center.removeObserver(registration) }
        let figures = race.run("post", [(.handwritten, { poster.post() })])
        return Row(name: "post", isForTargetsOnly: true, figures: figures)
    }
}

/// All five keys, by `as?`: for a crowded payload, of which ours reads five as well.
private struct FiveKeys {
    let four: HandwrittenInfo
    let isLocal: Bool?

    init(_ notification: Notification) {
        four = HandwrittenInfo(notification)
        isLocal = notification.userInfo?[KeyboardUserInfoKey.isLocal] as? Bool
    }
}

/// Has the optimiser believe that the value is needed.
@inline(never)
func keep<Value>(_ value: Value) {}
