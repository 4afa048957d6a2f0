import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

/// Conditions on dictionaries, compared with Swift on generated models.
@Suite struct DictionaryBehaviourTests {
    enum Room: String, Codable, CaseIterable, Sendable { case single, double, suite = "the suite" }

    struct Note: Codable, Equatable, Sendable {
        var text: String
        var stars: Int?
    }

    struct House: DocumentModel, Equatable {
        @DocumentID var id: String?
        var tags: [String: String] = [:]
        var rates: [Room: Double] = [:]
        var notes: [String: Note]?
        var floors: [Int: String] = [:]
        var codes: [UUID: Data] = [:]
        var marks: [Int] = []
        var grades: [Int]?
    }

    static let ids = [UUID(uuidString: "00000000-0000-4000-8000-00000000000a"), UUID()]
        .compactMap(\.self)
    static let keys = ["lang", "a.b", "", "日本", "it's", "_id2", "[0]"]
    static let texts = ["de", "nb", "", "null", "日本"]

    static let houses: [House] = {
        var random = SplitMix64(seed: 46)
        func some<Item>(_ items: [Item]) -> [Item] { items.filter { _ in random.once(in: 2) } }
        func one<Item>(_ items: [Item]) -> Item { items[random.next(below: items.count)] }
        return (0..<40).map { index in
            House(
                id: "h\(100 + index)",
                tags: Dictionary(some(keys).map { ($0, one(texts)) }) { first, _ in first },
                rates: Dictionary(some(Room.allCases).map { ($0, one([-1, 0, 62.5, 1e9])) }) {
                    first, _ in first
                },
                notes: random.once(in: 4)
                    ? nil
                    : Dictionary(
                        some(keys).map {
                            ($0, Note(text: one(texts), stars: one([nil, 0, 3, 5])))
                        }
                    ) { first, _ in first },
                floors: Dictionary(some([-1, 0, 2]).map { ($0, one(texts)) }) { first, _ in first },
                codes: Dictionary(some(ids).map { ($0, one([Data(), Data([0, 255])])) }) {
                    first, _ in first
                },
                marks: some([1, 2, 3]), grades: random.once(in: 3) ? nil : some([1, 2, 3]))
        }
    }()

    /// A condition as a query and in Swift.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let condition: @Sendable (QueryField<House, House>) -> QueryCondition<House>
        let isMet: @Sendable (House) -> Bool

        init(
            _ name: String,
            _ condition: @escaping @Sendable (QueryField<House, House>) -> QueryCondition<House>,
            _ isMet: @escaping @Sendable (House) -> Bool
        ) {
            testDescription = name
            self.condition = condition
            self.isMet = isMet
        }
    }

    static let values: [Case] = keys.flatMap { key in
        [
            Case("value == \(key)", { $0.tags[key] == "de" }) { $0.tags[key] == "de" },
            Case("value != \(key)", { $0.tags[key] != "de" }) { $0.tags[key] != "de" },
            Case("value nil \(key)", { $0.tags[key] == nil }) { $0.tags[key] == nil },
            Case("value < \(key)", { $0.tags[key] < "n" }) {
                $0.tags[key].map { $0 < "n" } ?? false
            },
            Case("default \(key)", { $0.tags[key, default: "de"] == "de" }) {
                $0.tags[key, default: "de"] == "de"
            },
            Case("nested \(key)", { $0.notes[key].stars >= 3 }) {
                $0.notes?[key]?.stars.map { $0 >= 3 } ?? false
            },
            Case("keys.contains \(key)", { $0.tags.keys.contains(key) }) {
                $0.tags.keys.contains(key)
            },
            Case("optional keys.contains \(key)", { $0.notes.keys.contains(key) }) {
                $0.notes?.keys.contains(key) ?? false
            },
            Case("entry \(key)", { $0.tags.any { $0 == key && $1 == "nb" } }) {
                $0.tags.contains { $0.key == key && $0.value == "nb" }
            },
            Case("every entry \(key)", { $0.tags.every { $0 != key || $1 == "nb" } }) {
                $0.tags.allSatisfy { $0.key != key || $0.value == "nb" }
            },
        ]
    }

    static let contents = [
        Case("values.contains", { $0.tags.values.contains("nb") }) {
            $0.tags.values.contains("nb")
        },
        Case(
            "values.contains a dictionary",
            {
                $0.notes.values.contains(Note(text: "de", stars: 3))
            }
        ) { $0.notes?.values.contains(Note(text: "de", stars: 3)) ?? false },
        Case("values.any", { $0.notes.values.any { $0.stars > 3 && $0.text != "" } }) {
            $0.notes?.values.contains { $0.stars.map { $0 > 3 } ?? false && $0.text != "" } ?? false
        },
        Case("values.every", { $0.rates.values.every { $0 >= 0 } }) {
            $0.rates.values.allSatisfy { $0 >= 0 }
        },
        Case("optional values.every", { $0.notes.values.every { $0.stars != nil } }) {
            $0.notes?.values.allSatisfy { $0.stars != nil } ?? true
        },
        Case("values.anyAndEvery", { $0.rates.values.anyAndEvery { $0 >= 0 } }) {
            !$0.rates.isEmpty && $0.rates.values.allSatisfy { $0 >= 0 }
        },
        Case("values.none", { $0.rates.values.none { $0 < 0 } }) {
            !$0.rates.values.contains { $0 < 0 }
        },
        Case("values.count", { $0.tags.values.count == 2 }) { $0.tags.values.count == 2 },
        Case("values.isEmpty", { $0.notes.values.isEmpty }) { $0.notes?.values.isEmpty ?? true },
        Case("keys.any", { $0.tags.keys.any { $0.hasPrefix("l") || $0.isEmpty } }) {
            $0.tags.keys.contains { $0.hasPrefix("l") || $0.isEmpty }
        },
        Case("keys.every", { $0.tags.keys.every { $0 != "lang" } }) {
            $0.tags.keys.allSatisfy { $0 != "lang" }
        },
        Case("keys of an enumeration", { $0.rates.keys.contains(.suite) }) {
            $0.rates.keys.contains(.suite)
        },
        Case("keys of an enumeration, any", { $0.rates.keys.any { $0 == .double } }) {
            $0.rates.keys.contains(.double)
        },
        Case("keys of UUIDs", { $0.codes.keys.contains(ids[0]) }) {
            $0.codes.keys.contains(ids[0])
        },
        Case("values of data", { $0.codes.values.contains(Data([0, 255])) }) {
            $0.codes.values.contains(Data([0, 255]))
        },
        Case("data by key", { $0.codes[ids[0]] == Data() }) { $0.codes[ids[0]] == Data() },
        Case("integer key", { $0.floors[-1] == "de" }) { $0.floors[-1] == "de" },
        Case("values of integer keys", { $0.floors.values.contains("de") }) {
            $0.floors.values.contains("de")
        },
        Case("count", { $0.tags.count > 3 }) { $0.tags.count > 3 },
        Case("optional count", { $0.notes.count == 0 }) { ($0.notes?.count ?? 0) == 0 },
        Case("isEmpty", { $0.rates.isEmpty }) { $0.rates.isEmpty },
        Case("not isEmpty", { !$0.notes.isEmpty }) { !($0.notes?.isEmpty ?? true) },
        Case("any", { $0.rates.any { $0 != .single && $1 > 0 } }) {
            $0.rates.contains { $0.key != .single && $0.value > 0 }
        },
        Case("any of structures", { $0.notes.any { $0 == $1.text || $1.stars == 5 } }) {
            $0.notes?.contains { $0.key == $0.value.text || $0.value.stars == 5 } ?? false
        },
        Case("none", { $0.notes.none { $1.stars == nil && $0 != "lang" } }) {
            !($0.notes?.contains { $0.value.stars == nil && $0.key != "lang" } ?? false)
        },
        Case("anyAndEvery", { $0.notes.anyAndEvery { $1.text != "de" && $0 != "" } }) {
            guard let notes = $0.notes, !notes.isEmpty else { return false }
            return notes.allSatisfy { $0.value.text != "de" && $0.key != "" }
        },
        Case(
            "lines and groups",
            {
                $0.rates.any { key, rate in
                    rate > 0
                    anyOf {
                        $0.key == .single
                        $0.key == .suite
                    }
                }
            }
        ) {
            $0.rates.contains { $0.value > 0 && ($0.key == .single || $0.key == .suite) }
        },
        Case(
            "nested quantifiers",
            { house in
                house.tags.any { key, text in house.notes.any { $0 == key && $1.text == text } }
            }
        ) { house in
            house.tags.contains { tag in
                house.notes?.contains { $0.key == tag.key && $0.value.text == tag.value } ?? false
            }
        },
    ]

    static let arrays = [
        Case("array none", { $0.marks.none { $0 == 2 } }) { !$0.marks.contains(2) },
        Case("array anyAndEvery", { $0.marks.anyAndEvery { $0 > 1 } }) {
            !$0.marks.isEmpty && $0.marks.allSatisfy { $0 > 1 }
        },
        Case("not array anyAndEvery", { !$0.marks.anyAndEvery { $0 > 1 } }) {
            $0.marks.isEmpty || $0.marks.contains { $0 <= 1 }
        },
        Case("optional array none", { $0.grades.none { $0 == 2 } }) {
            !($0.grades?.contains(2) ?? false)
        },
        Case("optional array anyAndEvery", { $0.grades.anyAndEvery { $0 > 1 } }) {
            guard let grades = $0.grades else { return false }
            return !grades.isEmpty && grades.allSatisfy { $0 > 1 }
        },
    ]

    @Test(arguments: TestStore.all)
    func `conditions on keys, values and items are those of Swift`(kind: TestStore) throws {
        let repository = try kind.open().repository(of: House.self)
        try repository.save(Self.houses)
        var wrong: [String] = []
        for example in Self.values + Self.contents + Self.arrays {
            for isNegated in [false, true] {
                let found = try repository.filter {
                    isNegated ? !example.condition($0) : example.condition($0)
                }
                .sorted(by: \.id).all().map(\.id)
                let expected = Self.houses.filter { example.isMet($0) != isNegated }.map(\.id)
                if found != expected {
                    wrong.append(
                        "\(example.testDescription) \(isNegated): \(found), not \(expected)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func `every condition is met by some of the models`() {
        let useless = (Self.values + Self.contents + Self.arrays)
            .filter { example in Set(Self.houses.map { example.isMet($0) }).count < 2 }
        #expect(useless.map(\.testDescription) == [])
    }

    @Test(arguments: TestStore.all)
    func `null, and values that are no dictionaries, have no keys and values`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        for (id, json) in ["a": "null", "b": "[1]", "c": "7", "d": "\"x\"", "e": "{}"] {
            try store.put(id, #"{"type":"house","notes":\#(json),"tags":\#(json)}"#)
        }
        let houses = try store.repository(of: House.self)
        #expect(try houses.filter { $0.tags.count == 0 && $0.notes.isEmpty }.count() == 5)
        #expect(try houses.filter { $0.tags.keys.any { $0 != "" } }.count() == 0)
        #expect(try houses.filter { $0.tags.every { $0 == "" && $1 == "" } }.count() == 5)
        #expect(try houses.filter { $0.notes.values.anyAndEvery { $0.text != "" } }.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `keys that are stored in another form are an error`(kind: TestStore) throws {
        let houses = try kind.open().repository(of: House.self)
        let error = #expect(throws: QuireError.self) {
            try houses.filter { $0.floors.keys.contains(1) }.all()
        }
        #expect(error?.code == .invalidQuery && error?.message.contains("floors") == true)
    }
}
