extension AppKeyboard.Layout {
    static let turkish = AppKeyboard.Layout(
        language: "tr",
        rows: ["q w e r t y u ı o p ğ ü", "a s d f g h j k l ş i", "z x c v b n m ö ç"],
        alternatives: ["a": "â", "i": "î", "u": "û", "e": "é"],
        currency: "₺"
    ).named(
        """
        boşluk, sil, üst karakter, büyük harf kilidi, harfler, simgeler, diğer simgeler,
        sonraki dil, klavyeyi gizle,
        satır başı, git, katıl, sonraki, rota, ara, gönder, bitti, acil arama, devam
        """
    )
}
