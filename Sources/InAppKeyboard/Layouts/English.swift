extension AppKeyboard.Layout {
    static let english = AppKeyboard.Layout(
        language: "en",
        rows: ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"],
        // The long presses also offer the letters of European languages that have no built-in layout, such as Polish.
        alternatives: [
            "e": "é è ê ë ē ė ę ě", "r": "ř ŕ", "t": "ț ť þ", "y": "ý ÿ", "u": "ú ù û ü ū ů ű ų", "i": "í ì î ï ī į",
            "o": "ó ò ô ö õ ø œ ő", "a": "á à â ä ã å æ ā ă ą", "s": "ß ś š ș", "d": "ď đ ð", "g": "ģ ġ", "h": "ħ",
            "k": "ķ", "l": "ł ľ ĺ ļ", "z": "ž ź ż", "c": "ç ć č ċ", "n": "ñ ń ň ņ",
        ],
        currency: "$"
    ).named(
        """
        space, delete, shift, caps lock, letters, symbols, more symbols, next language, hide keyboard,
        return, go, join, next, route, search, send, done, emergency call, continue
        """
    )
}
