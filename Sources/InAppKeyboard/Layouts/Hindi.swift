extension AppKeyboard.Layout {
    /// The letters of InScript, the Indian standard for keyboards.
    static let hindi = AppKeyboard.Layout(
        language: "hi",
        rows: ["ौ ै ा ी ू ब ह ग द ज ड ़", "ो े ् ि ु प र क त च ट ृ", "ॉ ं म न व ल स य ः"],
        shiftedRows: ["औ ऐ आ ई ऊ भ ङ घ ध झ ढ ञ", "ओ ए अ इ उ फ ऱ ख थ छ ठ ऋ", "ऑ ँ ण ऩ ऴ ळ श ष ।"],
        alternatives: ["क": "क्ष", "त": "त्र", "ज": "ज्ञ", "श": "श्र", "र": "र् ्र", "े": "ॅ", "ए": "ऍ", "ऋ": "ॠ", "।": "॥ ॐ ऽ"],
        punctuation: ", ।",
        currency: "₹"
    ).named(
        """
        स्पेस, मिटाएँ, शिफ़्ट, कैप्स लॉक, अक्षर, चिह्न, अन्य चिह्न, अगली भाषा, कीबोर्ड छिपाएँ,
        रिटर्न, जाएँ, जुड़ें, अगला, मार्ग, खोजें, भेजें, पूर्ण, आपातकालीन कॉल, जारी रखें
        """
    )
}
