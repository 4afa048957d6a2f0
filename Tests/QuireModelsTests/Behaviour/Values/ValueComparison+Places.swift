import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// A model that refers to one with a property of any type.
struct ValueReferrer<Leaf: GeneratedLeaf>: DocumentModel {
    @DocumentID var id: String?
    var holder: Reference<ValueHolder<Leaf>>
}

/// A model whose stored documents can lack a property that has a default value.
struct DefaultedHolder<Leaf: GeneratedLeaf>: DocumentModel, DefaultsProviding, Equatable {
    static var defaults: DefaultedHolder { DefaultedHolder(value: Leaf.extremes[0]) }

    @DocumentID var id: String?
    var value: Leaf
}

extension ValueComparison {
    /// Compares conditions on the property of a referenced document.
    func compareReferences() throws {
        let referrers = try OpenTestStore(store: repository.store)
            .repository(of: ValueReferrer<Leaf>.self)
        try referrers.save(
            models.map { ValueReferrer(id: "r" + ($0.id ?? ""), holder: .init(id: $0.id ?? "")) })
        for constant in constants {
            expect(
                "reference \(constant)",
                try referrers.filter { $0.holder.model.value == constant }.sorted(by: \.id).all()
                    .map(\.holder.id),
                models.filter { $0.value == constant }.compactMap(\.id))
        }
    }

    /// Compares conditions and groups with documents that lack the property.
    ///
    /// Queries do not know default values that are data.
    func compareDefaults() throws {
        guard Leaf.self != Data.self else { return }
        let store = OpenTestStore(store: repository.store)
        let holders = try store.repository(of: DefaultedHolder<Leaf>.self)
        var expected = models.enumerated().map { index, model in
            DefaultedHolder(id: "d\(10 + index)", value: model.value)
        }
        try holders.save(expected)
        let type = DefaultedHolder<Leaf>.documentType
        for index in expected.indices where index.isMultiple(of: 3) {
            try store.put(expected[index].id ?? "", #"{"type":"\#(type)"}"#)
            expected[index].value = Leaf.extremes[0]
        }
        expect("defaults", try holders.sorted(by: \.id).all(), expected)
        for constant in constants {
            expect(
                "default == \(constant)",
                try holders.filter { $0.value == constant }.sorted(by: \.id).all(),
                expected.filter { $0.value == constant })
            expect(
                "default != \(constant)",
                try holders.filter { $0.value != constant }.sorted(by: \.id).all(),
                expected.filter { $0.value != constant })
        }
        expect(
            "select default", try holders.sorted(by: \.id).select { $0.value }.all(),
            expected.map(\.value))
        let rows = try holders.grouped { $0.value }.select { ($0.key, $0.count) }.all()
        expect(
            "group default", Dictionary(rows) { first, _ in -first },
            Dictionary(grouping: expected, by: \.value).mapValues(\.count))
        let lacking = expected.indices.count { $0.isMultiple(of: 3) }
        expect("sweep", try holders.sweep().migrated, lacking)
        expect("swept", try holders.sorted(by: \.id).all(), expected)
    }

    /// Compares the models that a live list has before and after a change.
    func compareLiveList() async throws {
        let constant = constants[0]
        guard let other = models.first(where: { $0.value != constant })?.value else { return }
        var lists: [[Model]] = []
        let selection = repository.filter { $0.value == constant }.sorted(by: \.id)
        for try await change in selection.changes() {
            lists.append(change.models.map(\.value))
            guard lists.count == 1 else { break }
            try await repository.filter { $0.value == other }.patch {
                $0.set(\.value, to: constant)
            }
        }
        let changed = models.map { model in
            var model = model
            if model.value == other { model.value = constant }
            return model
        }
        expect("live list", lists, [models, changed].map { $0.filter { $0.value == constant } })
    }

    /// Compares what a unique index refuses with the equality of Swift.
    func compareUniqueness() throws {
        for model in models { try repository.delete(id: model.id ?? "") }
        try repository.createIndex(on: \.value, options: .unique)
        var kept: [Leaf] = []
        for (index, constant) in (constants + constants).enumerated() {
            var model = models[0]
            model.id = "u\(index)"
            model.value = constant
            let isKept = (try? repository.save(model)) != nil
            expect("unique \(constant)", isKept, !kept.contains(constant))
            if isKept { kept.append(constant) }
        }
    }
}
