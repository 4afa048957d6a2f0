import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireModels

/// Deriving, recording and comparing the schemas of models.
@Suite struct SchemaTests {
    enum Level: String, Codable, Sendable { case low, high }

    enum Payment: Codable, Sendable {
        case cash
        case card(number: String)
    }

    struct Node: Codable, Sendable {
        var value: Int16
        var next: [Node]?
    }

    struct Everything: DocumentModel, DefaultsProviding {
        @DocumentID var id: String?
        var flag = true
        var text: String?
        var small: UInt8 = 1
        var big = 1
        var ratio: Float = 0.5
        var price: Decimal = 1
        var at = Date(timeIntervalSince1970: 0)
        var key = UUID()
        var link = URL(filePath: "/")
        var bytes = Data()
        var level = Level.low
        var payment = Payment.cash
        var node = Node(value: 1)
        var sizes: [String: [Double]] = [:]
        var shape = Shape.circle(Circle(radius: 1))
        var friend: Reference<Memo>?

        enum CodingKeys: String, CodingKey {
            case id, flag, text, small, big, ratio, price, at, key, link, bytes, level, payment
            case node, sizes, shape, friend = "friend_id"
        }

        static var defaults: Everything { Everything() }
        static var requiredKeys: Set<String> { ["big"] }
    }

    static let expected = [
        "at": "date=", "big": "int64", "bytes": "data=", "flag": "boolean=",
        "friend_id": "string?", "key": "uuid=", "level": "enumeration=[high,low]", "link": "url=",
        "node":
            "object={next:array?{[]:object{next:array?{[]:recursive},value:int16}},value:int16}",
        "payment": "union=[card,cash]", "price": "decimal=", "ratio": "float=",
        "shape": "union=[circle,square]", "sizes": "dictionary={*:array{[]:double}}",
        "small": "uint8=", "text": "string?",
    ]

    private func line(_ field: FieldSchema) -> String {
        let cases = field.cases.isEmpty ? "" : "[\(field.cases.joined(separator: ","))]"
        let fields = field.fields.map { "\($0.key):\(line($0))" }.joined(separator: ",")
        return "\(field.type)\(field.isOptional ? "?" : "")\(field.hasDefault ? "=" : "")\(cases)"
            + (fields.isEmpty ? "" : "{\(fields)}")
    }

    @Test func `a schema contains keys, types, and optionality`() throws {
        let schema = try ModelSchema(of: Everything.self)
        let lines = Dictionary(uniqueKeysWithValues: schema.fields.map { ($0.key, line($0)) })
        let different = lines.filter { Self.expected[$0.key] != $0.value }
        #expect(different.isEmpty && lines.count == Self.expected.count, "\(different)")
        #expect(schema.name == "everything" && schema.version == 1)
    }

    struct Folder<Parts: Codable & Sendable>: DocumentModel {
        var parts: Parts
    }

    struct Branch: Codable, Sendable { var twigs: [String: Branch] }
    struct Nest: Codable, Sendable { var nests: [[Nest]] }
    final class Chain: Codable, Sendable { let next: Chain? }

    struct Recursion: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let schema: @Sendable () throws -> ModelSchema

        init<Parts: Codable & Sendable>(_ type: Parts.Type, _ expected: String) {
            testDescription = "\(type)"
            self.expected = expected
            schema = { try ModelSchema(of: Folder<Parts>.self) }
        }
    }

    static let recursions = [
        Recursion(
            Branch.self,
            "object{twigs:dictionary{*:object{twigs:dictionary{*:recursive}}}}"),
        Recursion(
            Nest.self,
            "object{nests:array{[]:array{[]:object{nests:array{[]:array{[]:recursive}}}}}}"),
        Recursion(Chain.self, "object{next:object?{next:recursive?}}"),
        Recursion([String: Level].self, "dictionary{*:enumeration[high,low]}"),
    ]

    @Test(arguments: recursions)
    func `a schema contains the types of items and dictionary values`(recursion: Recursion) throws {
        #expect(try recursion.schema().fields.map(line) == [recursion.expected])
    }

    @Test func `a family has a schema for each of its types`() throws {
        let schemas = try ModelSchema.schemas(of: Shape.self)
        #expect(
            schemas.map { "\($0.name) \($0.fields.map(\.key))" }
                == [#"circle ["radius"]"#, #"square ["label", "side"]"#])
    }

    @Test func `a schema can be stored as JSON`() throws {
        let schema = try ModelSchema(of: Everything.self)
        let data = try JSONEncoder().encode(schema)
        #expect(try JSONDecoder().decode(ModelSchema.self, from: data) == schema)
    }

    @Test func `the error names a type without samples`() throws {
        struct Picky: DocumentModel {
            var text: String

            init(from decoder: any Decoder) throws {
                text = try decoder.singleValueContainer().decode(String.self)
                throw QuireError(.corruptData, "never")
            }
        }
        let error = #expect(throws: QuireError.self) { try ModelSchema(of: Picky.self) }
        #expect(error?.code == .unsupportedOperation && error?.message.contains("Picky") == true)
    }

    // MARK: Comparing

    struct Comparison: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let expected: [String]
        let isAdditive: Bool
        var testDescription: String { "\(old) to \(new)" }

        init(_ old: String, _ new: String, _ expected: [String], isAdditive: Bool = false) {
            self.old = old
            self.new = new
            self.expected = expected
            self.isAdditive = isAdditive
        }
    }

    static let comparisons = [
        Comparison("int8", "int8", [], isAdditive: true),
        Comparison("", "int8?", ["a: added, int8, optional"], isAdditive: true),
        Comparison("", "int8=", ["a: added, int8, with a default"], isAdditive: true),
        Comparison("", "int8", ["a: added, int8, required"]),
        Comparison("int8", "", ["a: dropped, it was int8"]),
        Comparison("int8?", "int8", ["a: narrowed, required"]),
        Comparison("int8?", "int8=", [], isAdditive: true),
        Comparison("int8", "int8?", ["a: widened, optional"], isAdditive: true),
        Comparison("int64", "int8", ["a: narrowed, int64 to int8"]),
        Comparison("int8", "int64", ["a: widened, int8 to int64"], isAdditive: true),
        Comparison("uint8", "int16", ["a: widened, uint8 to int16"], isAdditive: true),
        Comparison("int8", "uint16", ["a: retyped, int8 to uint16"]),
        Comparison("uint64", "int64", ["a: retyped, uint64 to int64"]),
        Comparison("int32", "double", ["a: widened, int32 to double"], isAdditive: true),
        Comparison("int64", "double", ["a: retyped, int64 to double"]),
        Comparison("double", "int32", ["a: narrowed, double to int32"]),
        Comparison("float", "double", ["a: widened, float to double"], isAdditive: true),
        Comparison("date", "string", ["a: widened, date to string"], isAdditive: true),
        Comparison("string", "enumeration", ["a: narrowed, string to enumeration"]),
        Comparison("string", "array", ["a: retyped, string to array"]),
        Comparison(
            "int64?", "int8", ["a: narrowed, int64 to int8", "a: narrowed, required"]),
    ]

    /// Parses a schema with one key: a question mark for optional, an equals sign for a default.
    private func schema(_ text: String) -> ModelSchema {
        var schema = ModelSchema.empty
        if !text.isEmpty { schema.fields = [field("a", text)] }
        return schema
    }

    private func field(_ key: String, _ text: String, _ inner: [FieldSchema] = []) -> FieldSchema {
        FieldSchema(
            key: key, type: StoredType(rawValue: text.filter(\.isLetterOrDigit)),
            isOptional: text.hasSuffix("?"), hasDefault: text.hasSuffix("="), cases: [],
            fields: inner)
    }

    @Test(arguments: comparisons)
    func `a difference names added, removed, narrowed and widened properties`(
        comparison: Comparison
    ) {
        let difference = schema(comparison.new).difference(from: schema(comparison.old))
        #expect(
            difference.changes.map(\.description).sorted() == comparison.expected
                && difference.isAdditive == comparison.isAdditive)
    }

    @Test func `a difference covers nested objects, arrays and dictionaries`() {
        var old = ModelSchema.empty
        var new = old
        old.fields = [
            field("l", "array", [field("[]", "object", [field("x", "int8")])]),
            field("o", "object", [field("d", "dictionary", [field("*", "int8")])]),
        ]
        new.fields = [
            field("l", "array", [field("[]", "object", [field("x", "int16")])]),
            field("o", "object", [field("d", "dictionary", [field("*", "int16")])]),
        ]
        #expect(new.difference(from: old).changes.map(\.path) == ["l[].x", "o.d.*"])
    }

    @Test(arguments: ["array", "dictionary"])
    func `unknown item types are not a difference`(type: String) {
        var old = ModelSchema.empty
        var new = old
        old.fields = [field("l", type)]
        new.fields = [field("l", type, [field("i", "recursive")])]
        #expect(new.difference(from: old).isEmpty && old.difference(from: new).isEmpty)
    }

    @Test func `a difference names added and removed cases`() {
        var old = ModelSchema.empty
        var new = old
        old.fields = [field("e", "enumeration")]
        new.fields = old.fields
        old.fields[0].cases = ["a", "b"]
        new.fields[0].cases = ["b", "c"]
        #expect(
            new.difference(from: old).description
                == "e: narrowed, without a\ne: widened, with c")
    }

    @Test func `renames by later migrations are applied`() {
        var old = ModelSchema.empty
        old.fields = [field("a", "int8"), field("b", "int8")]
        var new = old
        new.fields = [field("c", "int8"), field("o", "object", [field("b", "int16")])]
        new.version = 3
        new.renamings = [
            ModelSchema.Renaming(from: "a", to: "x", version: 2),
            ModelSchema.Renaming(from: "x", to: "c", version: 3),
            ModelSchema.Renaming(from: "b", to: "o.b", version: 3),
        ]
        #expect(
            new.difference(from: old).changes.map(\.description) == [
                "c: renamed, from a", "o: added, object, filled by a migration",
                "o.b: renamed, from b", "o.b: widened, int8 to int16",
            ])
    }

    // MARK: Recording

    @Test func `a schema is recorded once, in a separate collection`() throws {
        let store = try TestStore.database.open()
        let memos = try store.repository(of: Memo.self)
        #expect(try memos.recordedSchemas().isEmpty && memos.schemaDifference().isEmpty)
        #expect(try memos.recordSchema().isEmpty && memos.recordSchema().isEmpty)
        #expect(try memos.recordedSchemas() == [ModelSchema(of: Memo.self)])
        let schemas = try #require(
            try store.collection.database.collection(name: "schemas", scope: "quire"))
        #expect(try schemas.count == 1 && store.collection.count == 0)
    }

    @Test func `the schemas of a family are recorded by its types`() throws {
        let shapes = try TestStore.database.open().repository(of: Shape.self)
        try shapes.recordSchema()
        #expect(try shapes.recordedSchemas() == ModelSchema.schemas(of: Shape.self))
    }
}

extension ModelSchema {
    /// The schema of a type without properties.
    fileprivate static var empty: ModelSchema {
        struct Empty: DocumentModel {}
        do {
            return try ModelSchema(of: Empty.self)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
