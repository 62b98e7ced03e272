extension AppKeyboard.Layout {
    static let hebrew = AppKeyboard.Layout(
        language: "he",
        rows: ["ק ר א ט ו ן ם פ", "ש ד ג כ ע י ח ל ך ף", "ז ס ב ה נ מ צ ת ץ"],
        alternatives: ["ג": "ג׳", "ז": "ז׳", "צ": "צ׳", "ש": "שׁ שׂ"],
        symbols: ["- / : ; ( ) & @ \"", "? ! ' * ׳ ״"],
        currency: "₪",
        isRightToLeft: true
    ).named(
        """
        רווח, מחיקה, רישיות, נעילת רישיות, אותיות, סמלים, סמלים נוספים, השפה הבאה, הסתרת המקלדת,
        החזרה, מעבר, הצטרפות, הבא, מסלול, חיפוש, שליחה, סיום, שיחת חירום, המשך
        """
    )
}
