import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct UnicodeTokenizerTests {
    let folder: StoreFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
    }

    /// Returns the tokens of a text and their positions for a table with the given arguments.
    func words(_ text: String, _ arguments: String) throws -> [String] {
        try connection.execute(
            """
            CREATE VIRTUAL TABLE t USING fts4(a, tokenize=unicodesn \(arguments));
            CREATE VIRTUAL TABLE terms USING fts4aux(t);
            """, purpose: "test")
        let insert = try connection.prepare("INSERT INTO t (a) VALUES (?1)", purpose: "test")
        try insert.bind(text, at: 1)
        try insert.run()
        return try connection.rows("SELECT term FROM terms WHERE col = '*' ORDER BY term")
    }

    static let tables = [
        ("The Cafés of ÆRØ", "", ["ærø", "cafes", "of", "the"]),
        ("The Cafés of ÆRØ", #""remove_diacritics=0""#, ["cafés", "of", "the", "ærø"]),
        ("The Cafés of ÆRØ", #""stopwords=en" "stemmer=en""#, ["cafe", "ærø"]),
        (
            "The Cafés of ÆRØ", #""stopwords=english" "stemmer=english" "remove_diacritics=0""#,
            ["café", "ærø"]
        ),
        ("des hôtels à même", #""stopwords=fr""#, ["a", "hotels", "meme"]),
        ("des hôtels à même", #""stopwords=fr" "remove_diacritics=0""#, ["hôtels"]),
        ("den store båten", #""stopwords=nb""#, ["baten", "den", "store"]),
        ("can't cannot", #""stopwords=en""#, ["can", "t"]),
        ("les hôtels heureuses", #""stopwords=fr" "stemmer=fr""#, ["heureux", "hotel"]),
        (
            "Die Häuser der Möglichkeiten",
            #""stopwords=de" "stemmer=german" "remove_diacritics=0""#,
            ["der", "die", "haus", "moglich"]
        ),
        ("Прекрасного ОТЕЛЯХ", #""stemmer=ru""#, ["отел", "прекрасн"]),
        ("", #""stopwords=en" "stemmer=en""#, []),
        ("the of and", #""stopwords=en" "stemmer=en""#, []),
    ]

    @Test(arguments: tables)
    func `text is tokenized by the options of the table`(
        text: String, arguments: String, expected: [String]
    ) throws {
        #expect(try words(text, arguments).sorted() == expected.sorted())
    }

    @Test(arguments: [
        ("running boats", true), ("run boat", true), ("runs the boating", true), ("runner", false),
        ("the", false), ("\"runs a boat\"", true), ("\"boat runs\"", false), ("boa*", true),
    ])
    func `a search finds other forms of a word`(query: String, isFound: Bool) throws {
        _ = try words("Running of the boats", #""stopwords=en" "stemmer=en""#)
        let rows = try connection.rows("SELECT 1 FROM t WHERE t MATCH '\(query)'")
        #expect(rows == (isFound ? ["1"] : []))
    }

    @Test func `omitted words do not count as positions`() throws {
        _ = try words("a boat of the island", #""stopwords=en" "stemmer=en""#)
        #expect(
            try connection.rows("SELECT offsets(t) FROM t WHERE t MATCH '\"boats islands\"'")
                == ["0 0 2 4 0 1 14 6"])
    }

    @Test(arguments: [#""stemmer=pl""#, #""stopwordlist=a""#, #""colour""#])
    func `a table with unsupported options cannot be used, but dropped`(arguments: String) throws {
        try connection.execute(
            "CREATE VIRTUAL TABLE t USING fts4(a, tokenize=unicodesn \(arguments))",
            purpose: "test")
        let insert = thrownError {
            try connection.execute("INSERT INTO t (a) VALUES ('x')", purpose: "test")
        }
        let search = thrownError { _ = try connection.rows("SELECT * FROM t WHERE t MATCH 'x'") }
        try connection.execute("DROP TABLE t", purpose: "test")
        #expect(insert != nil && search != nil)
    }

    @Test func `deleting removes exactly the inserted tokens`() throws {
        _ = try words("Running of the boats", #""stopwords=en" "stemmer=en""#)
        try connection.execute(
            "INSERT INTO t (a) VALUES ('islands and boats'); DELETE FROM t WHERE docid = 1",
            purpose: "test")
        #expect(
            try connection.rows("SELECT term FROM terms WHERE col = '*' ORDER BY term")
                == ["boat", "island"])
    }
}
