/// How many calls the screens of one audience have had.
final class Tally {
    var count = 0
}
