import Quire
import Testing

@Suite struct QualifiedCollectionNameTests {
    // Texts, their parts, and the texts of these parts.
    static let names: [(text: String, scope: String?, collection: String, shortest: String)] = [
        ("hotels", nil, "hotels", "hotels"),
        ("inventory.hotels", "inventory", "hotels", "inventory.hotels"),
        ("_default.hotels", nil, "hotels", "hotels"),
        ("_default", nil, "_default", "_default"),
        ("_default._default", nil, "_default", "_default"),
        ("inventory._default", "inventory", "_default", "inventory._default"),
        ("a.b.c", "a", "b.c", "a.b.c"),
        (".hotels", "", "hotels", ".hotels"),
        ("inventory.", "inventory", "", "inventory."),
        (".", "", "", "."),
        ("", nil, "", ""),
        ("é.ü", "é", "ü", "é.ü"),
    ]

    @Test(arguments: names)
    func `a name is split at its first period, and its text omits the default scope`(
        text: String, scope: String?, collection: String, shortest: String
    ) {
        let name = QualifiedCollectionName(text)
        #expect(
            [name.scope, name.collection, name.description] == [scope, collection, shortest])
    }

    @Test(arguments: names)
    func `only the default collection of the default scope is the default one`(
        text: String, scope: String?, collection: String, shortest: String
    ) {
        #expect(QualifiedCollectionName(text).isDefault == (shortest == "_default"))
    }
}
