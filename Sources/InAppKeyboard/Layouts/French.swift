extension AppKeyboard.Layout {
    static let french = AppKeyboard.Layout(
        language: "fr",
        rows: ["a z e r t y u i o p", "q s d f g h j k l m", "w x c v b n '"],
        alternatives: [
            "e": "é è ê ë", "a": "à â æ", "u": "ù û ü", "i": "î ï", "o": "ô œ ö", "c": "ç", "y": "ÿ", "n": "ñ",
        ],
        currency: "€"
    ).named(
        """
        espace, supprimer, majuscule, verrouillage majuscule, lettres, symboles, autres symboles,
        langue suivante, masquer le clavier,
        retour, accéder, rejoindre, suivant, itinéraire, rechercher, envoyer, terminé, appel d’urgence, continuer
        """
    )
}
