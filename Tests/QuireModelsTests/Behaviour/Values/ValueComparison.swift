import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

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

/// The comparison of the answers for one type on one engine.
final class ValueComparison<Leaf: GeneratedLeaf> {
    typealias Model = ValueHolder<Leaf>
    let models: [Model]
    let repository: Repository<Model>
    /// Whether SQLite can return models in the order of an index.
    let isIndexed: Bool
    var constants: [Leaf]
    var wrong: [String] = []

    init(_ kind: TestStore, seed: UInt64, isIndexed: Bool = false) throws {
        self.isIndexed = isIndexed
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
        guard isIndexed else { return }
        try repository.createIndex(on: \.value)
        try repository.createIndex(on: \.maybe)
        try repository.createIndex(on: \.part.value)
        try repository.store.createIndex(
            withName: "list", config: ArrayIndexConfiguration(path: "list"))
    }

    /// Compares the models of a condition.
    func expect(
        _ name: String, _ condition: QueryCondition<Model>, _ isMet: (Model) -> Bool
    ) {
        let selection = repository.filter { _ in condition }
        expect(
            name, try isIndexed ? selection.sorted(by: \.id).all() : selection.all(),
            models.filter(isMet))
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
