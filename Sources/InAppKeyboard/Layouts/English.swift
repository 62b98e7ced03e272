extension AppKeyboard.Layout {
    static let english = AppKeyboard.Layout(
        language: "en",
        rows: ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"],
        alternatives: [
            "e": "é è ê ë ē", "u": "ú ù û ü ū", "i": "í ì î ï ī", "o": "ó ò ô ö õ ø œ", "a": "á à â ä ã å æ",
            "s": "ß", "c": "ç", "n": "ñ", "y": "ý ÿ",
        ],
        currency: "$"
    ).named(
        """
        space, delete, shift, caps lock, letters, symbols, more symbols, next language, hide keyboard,
        return, go, join, next, route, search, send, done, emergency call, continue
        """
    )
}
