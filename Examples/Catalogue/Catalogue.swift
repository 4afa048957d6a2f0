import Quire

/// The products of a shop, with an index of the words in their titles and texts.
struct Catalogue {
    let database: Database
    let products: Repository<Product>

    init() throws {
        database = try Database(inMemoryNamed: "shop")
        let collection = try database.createCollection(name: "products")
        products = collection.repository(of: Product.self)
        try collection.createIndex(
            withName: "words",
            config: FullTextIndexConfiguration(["title", "text"], language: "en"))
        try collection.createIndex(
            withName: "byType", config: ValueIndexConfiguration(["type", "price"]))
    }

    /// The products that match a search, those with most of it first.
    func search(_ words: String) throws -> [Product] {
        let query = try database.createQuery(
            """
            SELECT META().id AS id FROM products WHERE MATCH(words, $words)
            ORDER BY RANK(words) DESC, title
            """)
        query.parameters = ["words": .string(words)]
        return try products.find(query.execute().compactMap { $0["id"]?.string })
    }

    /// How many products of a search have each value of a property: what a shop shows beside them.
    struct Facet: Decodable {
        let value: String
        let count: Int
    }

    func types(in words: String) throws -> [Facet] {
        let query = try database.createQuery(
            """
            SELECT type AS `value`, COUNT(*) AS `count` FROM products WHERE MATCH(words, $words)
            GROUP BY type ORDER BY type
            """)
        query.parameters = ["words": .string(words)]
        return try query.execute().decode(Facet.self)
    }

    /// The same by typed properties, of one type: a plain repository of the member sees its documents.
    func subjects() throws -> [(subject: String, count: Int, cheapest: Double)] {
        try products.store.repository(of: Book.self)
            .grouped(by: \.subject)
            .sorted(by: { $0.count }, .descending).sorted(by: { $0.key })
            .select { ($0.key, $0.count, $0.minimum(of: \.price)) }.all()
            .map { ($0.0, $0.1, $0.2 ?? 0) }
    }
}
