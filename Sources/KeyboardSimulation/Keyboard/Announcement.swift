/// What a move is told as, besides its frame.
enum Announcement {
    case show
    case hide
    case frame
    /// Of a keyboard that has told its new frame before.
    case showWithoutFrame
}
