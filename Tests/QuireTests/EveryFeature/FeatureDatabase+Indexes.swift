import Quire

/// Indexes of every kind, and the queries that use them.
extension FeatureDatabase {
    func createIndexes() throws {
        let models = try collection("models")
        let indexes: [(name: String, configuration: any IndexConfiguration)] = [
            ("byTypeAndStars", ValueIndexConfiguration(["type", "stars"])),
            ("byCity", ValueIndexConfiguration(["address.city"], where: "type = 'inn'")),
            ("byLowerName", ValueIndexConfiguration(["LOWER(name)", "name COLLATE NOCASE"])),
            ("by Ünïcode", ValueIndexConfiguration(["META().id"], where: "future IS VALUED")),
            ("text", FullTextIndexConfiguration(["name", "address.street"], language: "en")),
            ("accents", FullTextIndexConfiguration(["name"], ignoreAccents: true)),
            ("tags", ArrayIndexConfiguration(path: "tags")),
            ("payments", ArrayIndexConfiguration(path: "payments", expressions: ["card.year"])),
        ]
        for index in indexes {
            try models.createIndex(withName: index.name, config: index.configuration)
        }
        try collection("Lives").createIndex(
            withName: "rounds", config: ValueIndexConfiguration(["round"]))
        try models.createIndex(withName: "removed", config: ValueIndexConfiguration(["x"]))
        try models.deleteIndex(forName: "removed")
    }

    private func collection(_ name: String) throws -> DocumentCollection {
        try database.createCollection(name: name, scope: "Kinds")
    }

    /// Queries whose rows do not depend on when the database was written.
    static let queries = [
        "SELECT name, stars FROM Kinds.models WHERE type = 'inn' AND stars > 3",
        "SELECT META().id FROM Kinds.models WHERE type = 'inn' AND address.city = 'Bergen'",
        "SELECT META().id FROM Kinds.models WHERE LOWER(name) = 'harbour house'",
        "SELECT META().id FROM Kinds.models WHERE future IS VALUED AND META().id > 'a'",
        "SELECT META().id, RANK(text) FROM Kinds.models WHERE MATCH(text, 'houses')",
        "SELECT META().id FROM Kinds.models WHERE MATCH(accents, 'unicøde OR icode OR 旅館')",
        "SELECT META(m).id, t FROM Kinds.models AS m UNNEST m.tags AS t WHERE t = 'sea'",
        "SELECT META(m).id FROM Kinds.models AS m UNNEST m.payments AS p WHERE p.card.year = 2030",
        "SELECT META().id FROM Kinds.models WHERE ANY t IN tags SATISFIES t = 'quiet' END",
        """
        SELECT type, COUNT(*) AS n, AVG(stars) AS mean, MAX(rate) AS most FROM Kinds.models \
        WHERE type IS NOT MISSING GROUP BY type HAVING COUNT(*) > 0 ORDER BY type
        """,
        """
        SELECT inn.name AS place, person.name AS host FROM Kinds.models AS inn \
        JOIN Kinds.models AS person ON META(person).id = inn.owner
        """,
        "SELECT * FROM Kinds.values WHERE META().id IN ('constants', 'dates', 'strings')",
        "SELECT * FROM Kinds.values WHERE META().id = 'numbers'",
        "SELECT META().id, META().expiration, META().deleted FROM Kinds.Lives ORDER BY META().id",
        "SELECT META().id FROM Kinds.Lives WHERE META().deleted",
        "SELECT name FROM Kinds.models ORDER BY name COLLATE (UNICODE NOCASE) DESC LIMIT 5 OFFSET 1",
        """
        SELECT STR_TO_MILLIS(date) AS ms, DATE_DIFF_STR(date, day, 'hour') AS h, TYPE(missing) AS t \
        FROM Kinds.values WHERE META().id = 'dates'
        """,
        """
        SELECT ARRAY_LENGTH(items) AS n, ARRAY_SUM(items) AS sum, items[-1] AS last \
        FROM Kinds.values WHERE META().id = 'items'
        """,
        "SELECT DISTINCT kind FROM Kinds.models WHERE kind IS VALUED ORDER BY kind",
        "SELECT COUNT(*) AS n FROM _",
    ]
}
