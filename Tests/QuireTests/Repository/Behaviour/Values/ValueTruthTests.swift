import Foundation
import QuireTestSupport
import Testing

@testable import Quire

/// A model with a property of any type in each place that a property can have.
struct ValueHolder<Leaf: GeneratedLeaf>: DocumentModel, Equatable {
    struct Part: Codable, Equatable, Sendable { var value: Leaf }

    @DocumentID var id: String?
    var value: Leaf
    var maybe: Leaf?
    var part: Part
    var list: [Leaf]
    var group: Int
}

/// What a typed query says of generated models is what Swift says of them, for each type of values.
///
/// `QUIRE_VALUE_SEEDS` is the number of sets of models, for the long form.
@Suite struct ValueTruthTests {
    static let seeds =
        0..<UInt64(
            ProcessInfo.processInfo.environment["QUIRE_VALUE_SEEDS"].flatMap(Int.init) ?? 1)

    /// The comparison of the answers for one type on one engine.
    fileprivate final class Comparison<Leaf: GeneratedLeaf> {
        typealias Model = ValueHolder<Leaf>
        let models: [Model]
        let repository: Repository<Model>
        var constants: [Leaf]
        var wrong: [String] = []

        init(_ kind: TestStore, seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            models = (0..<14).map { index in
                Model(
                    id: "m\(10 + index)", value: .value(&random),
                    maybe: random.once(in: 3) ? nil : .value(&random),
                    part: .init(value: .value(&random)),
                    list: (0..<random.next(below: 4)).map { _ in .value(&random) },
                    group: random.next(below: 3))
            }
            repository = try kind.open().repository(of: Model.self)
            try repository.save(models)
            constants = Leaf.extremes + models.prefix(4).map(\.value)
        }

        /// Compares the models of a condition.
        func expect(
            _ name: String, _ condition: QueryCondition<Model>, _ isMet: (Model) -> Bool
        ) {
            expect(name, try repository.filter { _ in condition }.all(), models.filter(isMet))
            expect(
                "count " + name, try repository.filter { _ in condition }.count(),
                models.filter(isMet).count)
        }

        /// Compares an answer, which may also be an error.
        func expect<Answer: Equatable>(
            _ name: String, _ answer: @autoclosure () throws -> Answer, _ expected: Answer
        ) {
            do {
                let answer = try answer()
                if answer != expected { wrong.append("\(name): \(answer), not \(expected)") }
            } catch { wrong.append("\(name): \(error)") }
        }

        func compareEquality() {
            for constant in constants {
                expect("== \(constant)", QueryField.model.value == constant) {
                    $0.value == constant
                }
                expect("!= \(constant)", QueryField.model.value != constant) {
                    $0.value != constant
                }
                expect("? == \(constant)", QueryField.model.maybe == constant) {
                    $0.maybe == constant
                }
                expect("? != \(constant)", QueryField.model.maybe != constant) {
                    $0.maybe != constant
                }
                expect(". == \(constant)", QueryField.model.part.value == constant) {
                    $0.part.value == constant
                }
                expect("in \(constant)", QueryField.model.value.in([constant, constants[0]])) {
                    [constant, constants[0]].contains($0.value)
                }
                expect("any \(constant)", QueryField.model.list.any { $0 == constant }) {
                    $0.list.contains(constant)
                }
            }
            expect("nil", QueryField.model.maybe == nil) { $0.maybe == nil }
            expect("fields", QueryField.model.value == QueryField.model.part.value) {
                $0.value == $0.part.value
            }
            expect("select", try repository.select { $0.value }.all(), models.map(\.value))
            expect("select ?", try repository.select { $0.maybe }.all(), models.map(\.maybe))
            expect(
                "distinct", Set(try repository.select { $0.value }.distinct().all()),
                Set(models.map(\.value)))
            expect(
                "groups", try groups(), Dictionary(grouping: models, by: \.value).mapValues(\.count)
            )
        }

        private func groups() throws -> [Leaf: Int] {
            let rows = try repository.grouped { $0.value }.select { ($0.key, $0.count) }.all()
            return Dictionary(rows, uniquingKeysWith: { first, _ in -first })
        }

        func compareWriting() {
            let constant = constants[0]
            let other = constants[1]
            expect(
                "patch",
                try repository.filter { $0.value == constant }
                    .patch { $0.set(\.value, to: other) },
                models.count { $0.value == constant })
            let patched = models.map { model in
                var model = model
                if model.value == constant { model.value = other }
                return model
            }
            expect("patched", try repository.all(), patched)
            expect(
                "delete", try repository.filter { $0.value != other }.delete(),
                patched.count { $0.value != other })
            expect("deleted", try repository.all(), patched.filter { $0.value == other })
        }
    }

    private static func equality<Leaf: GeneratedLeaf>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64
    ) throws -> [String] {
        let comparison = try Comparison<Leaf>(kind, seed: seed)
        comparison.compareEquality()
        comparison.compareWriting()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    private static func order<Leaf: GeneratedLeaf & Comparable>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64
    ) throws -> [String] {
        let comparison = try Comparison<Leaf>(kind, seed: seed)
        comparison.compareOrder()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    private static func numbers<Leaf: GeneratedLeaf & Comparable & Numeric>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64
    ) throws -> [String] {
        let comparison = try Comparison<Leaf>(kind, seed: seed)
        comparison.compareSums()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    static let all: [any GeneratedLeaf.Type] =
        ordered + [Bool.self, URL.self, Data.self]
    static let ordered: [any (GeneratedLeaf & Comparable).Type] =
        numeric + [String.self, Date.self, UUID.self, GeneratedLevel.self]
    static let numeric: [any (GeneratedLeaf & Comparable & Numeric).Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
        UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self,
    ]

    @Test(arguments: TestStore.all, all.indices)
    func `conditions, selections, groups and writes are those of Swift`(
        kind: TestStore, index: Int
    ) throws {
        let wrong = try Self.seeds.flatMap { try Self.equality(Self.all[index], kind, seed: $0) }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all, ordered.indices)
    func `orders, pages, ranges and extremes are those of Swift`(
        kind: TestStore, index: Int
    ) throws {
        let wrong = try Self.seeds.flatMap { try Self.order(Self.ordered[index], kind, seed: $0) }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all, numeric.indices)
    func `sums and averages are those of Swift`(kind: TestStore, index: Int) throws {
        let wrong = try Self.seeds.flatMap { try Self.numbers(Self.numeric[index], kind, seed: $0) }
        #expect(wrong == [])
    }
}

extension ValueTruthTests.Comparison where Leaf: Comparable {
    fileprivate func compareOrder() {
        for constant in constants {
            expect("< \(constant)", QueryField.model.value < constant) { $0.value < constant }
            expect("<= \(constant)", QueryField.model.value <= constant) { $0.value <= constant }
            expect("> \(constant)", QueryField.model.value > constant) { $0.value > constant }
            expect(">= \(constant)", QueryField.model.value >= constant) { $0.value >= constant }
            expect("? < \(constant)", QueryField.model.maybe < constant) {
                $0.maybe.map { $0 < constant } ?? false
            }
            expect("? >= \(constant)", QueryField.model.maybe >= constant) {
                $0.maybe.map { $0 >= constant } ?? false
            }
            let range = min(constant, constants[0])...max(constant, constants[0])
            expect("in \(range)", QueryField.model.value.in(range)) { range.contains($0.value) }
        }
        expect("fields <", QueryField.model.value < QueryField.model.part.value) {
            $0.value < $0.part.value
        }
        let ascending = models.sorted { ($0.value, $0.id ?? "") < ($1.value, $1.id ?? "") }
        expect(
            "order", try repository.sorted(by: \.value).all().map(\.value), ascending.map(\.value))
        expect(
            "descending order",
            try repository.sorted(by: \.value, .descending).all().map(\.value),
            ascending.reversed().map(\.value))
        expect("first", try repository.sorted(by: \.value).first()?.value, ascending.first?.value)
        expect("pages", try pages().map(\.value), ascending.map(\.value))
        expect("pages are complete", Set(try pages().map(\.id)), Set(models.map(\.id)))
        expect(
            "order of ?", try repository.sorted(by: \.maybe).all().map(\.maybe),
            models.filter { $0.maybe == nil }.map(\.maybe)
                + models.compactMap(\.maybe).sorted().map { $0 })
        expect("minimum", try repository.minimum(of: \.value), models.map(\.value).min())
        expect("maximum ?", try repository.maximum(of: \.maybe), models.compactMap(\.maybe).max())
        let extremes = Dictionary(grouping: models, by: \.group)
            .mapValues { [$0.map(\.value).min(), $0.map(\.value).max()] }
        expect("grouped extremes", try groupedExtremes(), extremes)
    }

    private func groupedExtremes() throws -> [Int: [Leaf?]] {
        let rows = try repository.grouped { $0.group }
            .select { ($0.key, $0.minimum(of: \.value), $0.maximum(of: \.value)) }.all()
        return Dictionary(rows.map { ($0.0, [$0.1, $0.2]) }) { first, _ in first }
    }

    private func pages() throws -> [Model] {
        var models: [Model] = []
        var cursor: PageCursor?
        repeat {
            let page = try repository.sorted(by: \.value).page(
                after: cursor.flatMap { PageCursor($0.token) }, size: 3)
            models += page.models
            cursor = page.next
        } while cursor != nil
        return models
    }
}

extension ValueTruthTests.Comparison where Leaf: Comparable & Numeric {
    /// Returns the sum, or `nil` if it is too large or depends on the order of the numbers.
    private static func sum(_ values: [Leaf]) -> Leaf? {
        if let values = values as? [any FixedWidthInteger] {
            let sum = values.reduce(Decimal.zero) { $0 + (Decimal(string: "\($1)") ?? 0) }
            return (Leaf.self as? any FixedWidthInteger.Type).flatMap { exact(sum, $0) } as? Leaf
        }
        if let values = values as? [Decimal] {
            let sum = values.sorted().reduce(0, +)
            return sum == values.sorted().reversed().reduce(0, +) && sum.isFinite
                ? sum as? Leaf : nil
        }
        // Some numbers that a double adds without rounding.
        let sum = values.reduce(0, +)
        return "\(sum)".contains("inf") || values.contains { "\($0)".contains("e") } ? nil : sum
    }

    private static func exact<Number: FixedWidthInteger>(
        _ sum: Decimal, _ type: Number.Type
    ) -> Number? { Number(sum.description) }

    fileprivate func compareSums() {
        for group in 0..<3 {
            let values = models.filter { $0.group == group }.map(\.value)
            guard let sum = Self.sum(values) else { continue }
            let selection = repository.filter { $0.group == group }
            expect("sum", try selection.sum(of: \.value), sum)
            if !values.isEmpty, !FieldOperand.isUnsigned(Leaf.self) {
                expect(
                    "grouped sum",
                    try selection.grouped { $0.group }.select { $0.sum(of: \.value) }.all(), [sum])
            }
            // The average of `Float` is that of the numbers as `Double`.
            let total = (values as? [Float])?.reduce(0) { $0 + Double($1) }.description
            if let mean = Decimal(string: total ?? "\(sum)")
                .map({ $0 / Decimal(max(1, values.count)) })
            {
                let expected = values.isEmpty ? nil : Double(mean.description)
                expect("average", try selection.average(of: \.value), expected)
                expect(
                    "grouped average",
                    FieldOperand.isUnsigned(Leaf.self)
                        ? expected.map { [$0] } ?? []
                        : try selection.grouped { $0.group }
                            .select { $0.average(of: \.value) }.all().compactMap(\.self),
                    expected.map { [$0] } ?? [])
            }
        }
    }
}
