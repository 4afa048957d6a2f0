import Fleece
import Foundation
import Quire
import Testing

@testable import QuireDocuments

/// The result of each accessor for each kind of value: by key, by index, by fragment, in each state
/// of a document.
@Suite struct TypedAccessorTests {
    /// A value and the results of the accessors.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var value: @Sendable () -> Any?
        var int = 0
        var double = 0.0
        var boolean = false
        var string: String?
        var date: Date?
        var number: Double?

        var testDescription: String { name }
    }

    private static let moment = Date(timeIntervalSince1970: 1_795_247_280.25)

    static let cases: [Case] = [
        Case(name: "true", value: { true }, int: 1, double: 1, boolean: true, number: 1),
        Case(name: "false", value: { false }, number: 0),
        Case(name: "0", value: { 0 }, number: 0),
        Case(name: "1.99", value: { 1.99 }, int: 1, double: 1.99, boolean: true, number: 1.99),
        Case(name: "-1.99", value: { -1.99 }, int: -1, double: -1.99, boolean: true, number: -1.99),
        Case(name: "-1", value: { -1 }, int: -1, double: -1, boolean: true, number: -1),
        Case(name: "0.0", value: { 0.0 }, number: 0),
        Case(name: "1.1", value: { 1.1 }, int: 1, double: 1.1, boolean: true, number: 1.1),
        Case(
            name: "1e300", value: { 1e300 }, int: .max, double: 1e300, boolean: true, number: 1e300),
        Case(
            name: "-1e300", value: { -1e300 }, int: .min, double: -1e300, boolean: true,
            number: -1e300),
        Case(
            name: "UInt64.max", value: { UInt64.max }, int: .max, double: Double(UInt64.max),
            boolean: true, number: Double(UInt64.max)),
        Case(name: "string", value: { "string" }, boolean: true, string: "string"),
        Case(name: "1", value: { "1" }, boolean: true, string: "1"),
        Case(name: "empty string", value: { "" }, boolean: true, string: ""),
        Case(
            name: "date", value: { moment }, boolean: true, string: "2026-11-21T07:48:00.250Z",
            date: moment),
        Case(name: "dictionary", value: { ["a": 1] }, boolean: true),
        Case(name: "array", value: { [1] }, boolean: true),
        Case(name: "null", value: { NSNull() }),
        Case(name: "nil", value: { nil }),
    ]

    @Test(arguments: cases, DocumentState.allCases)
    func `an accessor converts numbers and Booleans, and nothing else`(
        item: Case, state: DocumentState
    ) throws {
        let document = try state.document([
            "key": item.value() as Any, "list": [item.value() as Any] as [Any],
        ])
        let list = try #require(document.array(forKey: "list"))
        #expect(
            Read(document, "key") == Read(item) && Read(list, 0) == Read(item)
                && Read(document["key"]) == Read(item) && Read(document["list"][0]) == Read(item))
    }

    @Test(arguments: cases, DocumentState.allCases)
    func `a document and a dictionary read strings as the protocol does`(
        item: Case, state: DocumentState
    ) throws {
        let value = item.value() as Any
        let document = try state.document(["key": value, "nested": ["key": value]])
        let nested = try #require(document.dictionary(forKey: "nested"))
        #expect(document.string(forKey: "key") == item.string)
        #expect(nested.string(forKey: "key") == item.string)
        #expect(Read(nested, "key").string == item.string)
    }

    @Test(arguments: DocumentState.allCases)
    func `a value that is missing is zero, false or nil`(state: DocumentState) throws {
        let document = try state.document(["list": [Any]()])
        let list = try #require(document.array(forKey: "list"))
        let none = Read(Case(name: "missing", value: { nil }))
        #expect(
            Read(document, "key") == none && Read(list, 0) == none && Read(list, -1) == none
                && Read(document["key"]) == none && Read(document["key"][3]["x"]) == none)
    }

    @Test(arguments: DocumentState.allCases)
    func `a data value is true and has no other conversion`(state: DocumentState) throws {
        guard state != .fromJSON else { return }
        let document = try state.document(["key": Data([1, 2])])
        #expect(document.boolean(forKey: "key") && document.string(forKey: "key") == nil)
        #expect(document.value(forKey: "key") as? Data == Data([1, 2]))
    }

    /// The results of several accessors for one value.
    struct Read: Equatable {
        var int: Int
        var int64: Int64
        var double: Double
        var float: Float
        var boolean: Bool
        var string: String?
        var date: Date?
        var number: Double?

        init(_ item: Case) {
            int = item.int
            int64 = Int64(item.int)
            double = item.double
            float = Float(item.double)
            boolean = item.boolean
            string = item.string
            date = item.date
            number = item.number
        }

        init(_ holder: some DictionaryProtocol, _ key: String) {
            int = holder.int(forKey: key)
            int64 = holder.int64(forKey: key)
            double = holder.double(forKey: key)
            float = holder.float(forKey: key)
            boolean = holder.boolean(forKey: key)
            string = holder.string(forKey: key)
            date = holder.date(forKey: key)
            number = holder.number(forKey: key)?.doubleValue
        }

        init(_ holder: some ArrayProtocol, _ index: Int) {
            int = holder.int(at: index)
            int64 = holder.int64(at: index)
            double = holder.double(at: index)
            float = holder.float(at: index)
            boolean = holder.boolean(at: index)
            string = holder.string(at: index)
            date = holder.date(at: index)
            number = holder.number(at: index)?.doubleValue
        }

        init(_ holder: some FragmentProtocol) {
            int = holder.int
            int64 = holder.int64
            double = holder.double
            float = holder.float
            boolean = holder.boolean
            string = holder.string
            date = holder.date
            number = holder.number?.doubleValue
        }
    }

    // MARK: Values

    @Test(arguments: DocumentState.allCases)
    func `a stored number casts to every Swift type that can represent it`(
        state: DocumentState
    ) throws {
        let document = try state.document(["whole": 7, "half": 2.5, "yes": true])
        let whole = document.value(forKey: "whole")
        #expect(whole as? Int == 7 && whole as? Int64 == 7 && whole as? Int32 == 7)
        #expect(whole as? Double == 7 && whole as? Float == 7)
        #expect(document.value(forKey: "half") as? Double == 2.5)
        #expect(document.value(forKey: "yes") as? Bool == true)
        #expect(document["half"].value as? Float == 2.5)
    }

    @Test func `a float casts back to a float`() throws {
        let document = try DocumentState.stored.document(["rate": Float(100.10)])
        #expect(document.value(forKey: "rate") as? Float == 100.10)
        #expect(document.float(forKey: "rate") == 100.10)
    }

    @Test(arguments: DocumentState.allCases)
    func `the largest and smallest numbers are preserved`(state: DocumentState) throws {
        let document = try state.document([
            "maxInt": Int.max, "minInt": Int.min, "maxDouble": Double.greatestFiniteMagnitude,
            "minDouble": Double.leastNormalMagnitude, "minFloat": Float.leastNormalMagnitude,
            "maxFloat": Float.greatestFiniteMagnitude,
        ])
        #expect(document.int(forKey: "maxInt") == .max && document.int(forKey: "minInt") == .min)
        #expect(document.double(forKey: "maxDouble") == .greatestFiniteMagnitude)
        #expect(document.double(forKey: "minDouble") == .leastNormalMagnitude)
        #expect(document.float(forKey: "minFloat") == .leastNormalMagnitude)
        #expect(document.float(forKey: "maxFloat") == .greatestFiniteMagnitude)
    }

    @Test(arguments: DocumentState.allCases)
    func `null is present and counts, and its value is NSNull`(state: DocumentState) throws {
        let document = try state.document(["null": NSNull()])
        #expect(document.contains(key: "null") && document.count == 1)
        #expect(document.value(forKey: "null") is NSNull && document["null"].exists)
        #expect(document.value(forKey: "other") == nil && !document["other"].exists)
    }

    @Test func `only null is set by nil`() {
        let document = MutableDocument(id: "a").setString("x", forKey: "key")
        for set in [
            { $0.setValue(nil, forKey: "key") }, { $0.setString(nil, forKey: "key") },
            { $0.setNumber(nil, forKey: "key") }, { $0.setDate(nil, forKey: "key") },
            { $0.setBlob(nil, forKey: "key") }, { $0.setArray(nil, forKey: "key") },
            { $0.setDictionary(nil, forKey: "key") },
        ] as [(MutableDocument) -> MutableDocument] {
            #expect(set(document) === document && document.count == 1)
            #expect(document.value(forKey: "key") is NSNull)
        }
    }
}
