import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import QuireTesting
import Testing

/// Properties in other forms, compared with Swift on generated models.
@Suite struct StoredFormBehaviourTests {
    struct Reading: DocumentModel, Equatable {
        @DocumentID var id: String?
        @StoredAs<SecondsSince1970> var taken: Date
        @StoredAs<MillisecondsSince1970?> var sent: Date?
        @StoredAs<Hexadecimal> var digest = Data()
        @StoredAs<Hexadecimal?> var check: Data?
        var inner = Inner()
    }

    struct Inner: Codable, Equatable, Sendable {
        @StoredAs<MillisecondsSince1970> var at = Date(timeIntervalSince1970: 0)
    }

    static let readings: [Reading] = {
        var random = SplitMix64(seed: 11)
        func date() -> Date {
            Date(timeIntervalSince1970: Double(Int(random.next() % 4_000_000) - 2_000_000) / 8)
        }
        func data() -> Data {
            Data((0..<random.next(below: 3)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        return (0..<24).map { index in
            Reading(
                id: "r\(100 + index)", taken: date(), sent: random.once(in: 3) ? nil : date(),
                digest: data(), check: random.once(in: 3) ? nil : data(), inner: Inner(at: date()))
        }
    }()

    @Test(arguments: TestStore.all, [false, true])
    func `conditions, orders and groups of other forms are those of Swift`(
        kind: TestStore, isIndexed: Bool
    ) throws {
        let repository = try kind.open().repository(of: Reading.self)
        try repository.save(Self.readings)
        if isIndexed, kind != .memory {
            try repository.createIndex(on: \.$taken)
            try repository.createIndex(on: \.$digest)
            try repository.createIndex(on: \.$sent)
        }
        var wrong: [String] = []
        func expect(
            _ name: String, _ condition: QueryCondition<Reading>, _ isMet: (Reading) -> Bool
        ) throws {
            let found = try repository.filter { _ in condition }.sorted(by: \.id).all()
            if found != Self.readings.filter(isMet) { wrong.append(name) }
        }
        let model = QueryField<Reading, Reading>.model
        for reading in Self.readings.prefix(6) {
            let (taken, digest) = (reading.taken, reading.digest)
            try expect("==", model.$taken == .init(taken)) { $0.taken == taken }
            try expect("!=", model.$taken != .init(taken)) { $0.taken != taken }
            try expect("<", model.$taken < .init(taken)) { $0.taken < taken }
            try expect(">=", model.$taken >= .init(taken)) { $0.taken >= taken }
            try expect("inner", model.inner.$at > .init(taken)) { $0.inner.at > taken }
            try expect("in", model.$taken.in([.init(taken)])) { $0.taken == taken }
            try expect("?", model.$sent == .init(reading.sent)) { $0.sent == reading.sent }
            try expect("? !=", model.$sent != .init(reading.sent)) { $0.sent != reading.sent }
            try expect("digest", model.$digest == .init(digest)) { $0.digest == digest }
            try expect("check", model.$check == .init(reading.check)) { $0.check == reading.check }
        }
        #expect(wrong == [])
        #expect(
            try repository.sorted(by: \.$taken).all().map(\.taken)
                == Self.readings.map(\.taken).sorted())
        #expect(
            try repository.sorted(by: \.id).select { $0.$taken }.all().map(\.wrappedValue)
                == Self.readings.map(\.taken))
        let groups = try repository.grouped { $0.$digest }.select { ($0.key, $0.count) }.all()
        #expect(
            Dictionary(groups.map { ($0.0.wrappedValue, $0.1) }) { first, _ in -first }
                == Dictionary(grouping: Self.readings, by: \.digest).mapValues(\.count))
        #expect(
            try repository.maximum(of: \.$taken)?.wrappedValue
                == Self.readings.map(\.taken).max())
    }

    @Test(arguments: TestStore.all)
    func `other forms are stored, patched and read`(kind: TestStore) throws {
        let store = try kind.open()
        let readings = try store.repository(of: Reading.self)
        try readings.save(
            Reading(id: "a", taken: Date(timeIntervalSince1970: 12.5), digest: Data([1, 0xAF])))
        #expect(
            try store.body("a")
                == #"{"digest":"01af","inner":{"at":0},"taken":12.5,"type":"reading"}"#)
        try readings.patch("a") {
            $0.set(\.$taken, to: .init(Date(timeIntervalSince1970: 3)))
            $0.set(\.$sent, to: .init(Date(timeIntervalSince1970: 2)))
        }
        #expect(
            try store.body("a")
                == #"{"digest":"01af","inner":{"at":0},"sent":2000,"taken":3.0,"type":"reading"}"#)
        try store.put(
            "b", #"{"type":"reading","taken":7,"sent":null,"digest":"AB","inner":{"at":1}}"#)
        let other = try readings.require("b")
        #expect(
            other.taken.timeIntervalSince1970 == 7 && other.sent == nil
                && other.digest == Data([0xAB]))
    }

    static let refused = [
        #""taken":"2026-01-01""#, #""taken":null"#, #""taken":1,"digest":"abc""#,
        #""taken":1,"digest":"zz""#, #""taken":1,"digest":5"#, #""taken":1,"sent":1.5"#,
    ]

    @Test(arguments: TestStore.all, refused)
    func `a stored value of another form is a decoding error`(kind: TestStore, json: String) throws
    {
        let store = try kind.open()
        let digest = json.contains("digest") ? "" : #","digest":"""#
        try store.put("a", #"{"type":"reading",\#(json)\#(digest),"inner":{"at":1}}"#)
        #expect(throws: DecodingError.self) {
            try store.repository(of: Reading.self).require("a")
        }
    }

    @Test func `dates that numbers cannot represent are encoding errors`() throws {
        let readings = try Database(inMemoryNamed: "forms").repository(of: Reading.self)
        for seconds in [Double.infinity, -.infinity, .nan, 1e30] {
            #expect(throws: EncodingError.self) {
                try readings.save(
                    Reading(taken: .now, sent: Date(timeIntervalSince1970: seconds)))
            }
        }
    }

    @Test func `a query of the property without a dollar sign names the one with it`() throws {
        let readings = try Database(inMemoryNamed: "forms").repository(of: Reading.self)
        let error = #expect(throws: QuireError.self) {
            try readings.filter { $0.taken > .now }.all()
        }
        #expect(error?.message.contains("its name with a dollar sign") == true)
    }

    @Test func `a model with other forms survives round trips`() {
        expectRoundTrips(Reading.self, examples: Self.readings)
    }
}
