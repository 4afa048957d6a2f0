import Foundation
import Quire

/// A check of operations on untrusted text, for the fuzzer and the tests.
///
/// A walk uses only the public API and ends for every input. It throws a ``FuzzFailure`` if an
/// invariant is violated; rejecting the input is not a failure.
enum FuzzRun: String, CaseIterable, Sendable {
    /// Compiles, explains and runs the bytes as a query.
    case compiler = "sqlpp-compiler"
    /// Applies functions and operators to values, selected by the bytes.
    case functions = "sqlpp-functions"

    static let database = Result { try makeDatabase() }

    /// The errors with which any query can be rejected.
    static let refusals: [QuireError.Code] = [
        .invalidQuery, .invalidQueryParameter, .missingIndex, .timeLimitExceeded,
    ]

    private static func makeDatabase() throws -> Database {
        let database = try Database(inMemoryNamed: "walk")
        let collection = try database.defaultCollection()
        let bodies = [
            #"{"type":"hotel","name":"Hôtel d'Été","city":"Lyon","rate":99.5,"tags":["a","b",1]}"#,
            #"{"type":"hotel","name":"x","n":-1,"v":null,"w":[],"rooms":[{"no":1,"beds":[1,[2]]}]}"#,
            #"{"type":"odd","n":9223372036854775807,"v":{"a":{"b":[1.5,true]}},"w":"2020-02-29"}"#,
        ]
        for (index, body) in bodies.enumerated() {
            try collection.save(document: MutableDocument(id: "d\(index)", json: body))
        }
        let reviews = try database.createCollection(name: "Reviews", scope: "Inventory")
        try reviews.save(document: MutableDocument(id: "r", json: #"{"text":"lakes","rating":4}"#))
        try collection.createIndex(
            withName: "names", config: FullTextIndexConfiguration(["name", "city"]))
        try reviews.createIndex(withName: "text", config: FullTextIndexConfiguration(["text"]))
        try collection.createIndex(
            withName: "byType", config: ValueIndexConfiguration(["type", "rate * 2"]))
        return database
    }

    func run(_ bytes: UnsafeRawBufferPointer) throws {
        let database = try Self.database.get()
        switch self {
        case .compiler: try Self.compile(bytes, on: database)
        case .functions: try FunctionFuzzRun(bytes).run(on: database)
        }
    }

    private static func compile(_ bytes: UnsafeRawBufferPointer, on database: Database) throws {
        do {
            let query = try database.createQuery(
                QuerySource(verbatim: String(decoding: bytes, as: UTF8.self)))
            try Self.run(query, on: database)
        } catch let error as QuireError {
            try require(Self.refusals.contains(error.code), "no text is more than wrong: \(error)")
            try require(!error.message.isEmpty, "an error says why")
        }
    }

    private static func run(_ query: Query, on database: Database) throws {
        let printed = query.description
        do {
            let again = try database.createQuery(QuerySource(verbatim: printed))
            try require(again.description == printed, "what is printed reads the same: \(printed)")
        } catch let error as QuireError {
            throw FuzzFailure("broken: what is printed can be compiled: \(printed): \(error)")
        }
        query.timeLimit = .milliseconds(100)
        query.parameters = Parameters().setInt(1, forName: "a").setString("x", forName: "p")
            .setValue([1, "x", NSNull()], forName: "e").setValue(nil, forName: "d")
        let plan = try query.explain()
        try require(plan.contains(printed), "a plan repeats the query")
        for row in try query.execute() {
            try require(row.toArray().count == row.count, "a row has its columns")
            let json = Data(row.toJSON().utf8)
            try require(
                (try? JSONSerialization.jsonObject(with: json)) != nil, "a row is JSON")
        }
    }
}

/// A violated invariant.
struct FuzzFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws if a condition is false.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
    if !condition { throw FuzzFailure("broken: " + promise()) }
}
