/// The number of calls that the screens of one group received.
final class CallCounter {
    var count = 0
}
