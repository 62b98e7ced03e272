extension AppKeyboard.Layout {
    static let german = AppKeyboard.Layout(
        language: "de",
        rows: ["q w e r t z u i o p ü", "a s d f g h j k l ö ä", "y x c v b n m"],
        alternatives: ["e": "é è ê ë", "a": "à á â", "o": "ó ò ô", "u": "ú ù û", "s": "ß ẞ", "c": "ç", "n": "ñ"],
        currency: "€"
    ).named(
        """
        Leertaste, Löschen, Umschalttaste, Feststelltaste, Buchstaben, Symbole, weitere Symbole,
        nächste Sprache, Tastatur ausblenden,
        Eingabe, Öffnen, Verbinden, Weiter, Route, Suchen, Senden, Fertig, Notruf, Fortfahren
        """
    )
}
