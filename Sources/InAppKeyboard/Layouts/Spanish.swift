extension AppKeyboard.Layout {
    static let spanish = AppKeyboard.Layout(
        language: "es",
        rows: ["q w e r t y u i o p", "a s d f g h j k l ñ", "z x c v b n m"],
        alternatives: [
            "e": "é è ë", "a": "á à ª", "u": "ú ü", "i": "í ï", "o": "ó ò º", "c": "ç", "?": "¿", "!": "¡",
        ],
        symbols: ["- / : ; ( ) & @ \"", "¿ ? ¡ ! ' *"],
        currency: "€"
    ).named(
        """
        espacio, borrar, mayúsculas, bloqueo de mayúsculas, letras, símbolos, más símbolos,
        idioma siguiente, ocultar teclado,
        intro, ir, conectarse, siguiente, ruta, buscar, enviar, listo, llamada de emergencia, continuar
        """
    )
}
