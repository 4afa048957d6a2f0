import Quire

/// The products of a shop, with a full-text index of their titles and texts.
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

    /// Returns the products that match a search, best matches first.
    func search(_ words: String) throws -> [Product] {
        let rows = try database.query(
            """
            SELECT META().id AS id FROM products WHERE MATCH(words, \(words))
            ORDER BY RANK(words) DESC, title
            """)
        return try products.find(rows.compactMap { $0["id"]?.string })
    }

    /// The number of products in a search result with a value of a property.
    struct Facet: Decodable {
        let value: String
        let count: Int
    }

    /// Returns the number of products of each type that match a search.
    func types(in words: String) throws -> [Facet] {
        try database.query(
            """
            SELECT type AS `value`, COUNT(*) AS `count` FROM products WHERE MATCH(words, \(words))
            GROUP BY type ORDER BY type
            """, as: Facet.self)
    }

    /// Returns the number of books and the lowest price of each subject.
    ///
    /// A repository of a member of the family reads only the documents of its type.
    func subjects() throws -> [(subject: String, count: Int, cheapest: Double)] {
        try products.store.repository(of: Book.self)
            .grouped(by: \.subject)
            .sorted(by: { $0.count }, .descending).sorted(by: { $0.key })
            .select { ($0.key, $0.count, $0.minimum(of: \.price)) }.all()
            .map { ($0.0, $0.1, $0.2 ?? 0) }
    }
}
