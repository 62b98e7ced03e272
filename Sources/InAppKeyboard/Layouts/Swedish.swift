extension AppKeyboard.Layout {
    static let swedish = AppKeyboard.Layout(
        language: "sv",
        rows: ["q w e r t y u i o p å", "a s d f g h j k l ö ä", "z x c v b n m"],
        alternatives: ["e": "é è ë", "a": "á à", "u": "ü ú", "o": "ø ó", "ä": "æ", "ö": "ø", "s": "ß", "n": "ñ"],
        currency: "kr"
    ).named(
        """
        mellanslag, radera, skift, skiftlås, bokstäver, symboler, fler symboler, nästa språk, göm tangentbordet,
        retur, gå, anslut, nästa, rutt, sök, skicka, klar, nödsamtal, fortsätt
        """
    )
}
