import Fleece
import QuireTestSupport
import Quire
import SQLPlusPlus
import Testing

@testable import QuireModels
@testable import QuireModels

/// Patches of generated bodies, compared with the same changes of JSON in memory.
@Suite struct PatchDifferenceTests {
    struct Page: DocumentModel {
        @DocumentID var id: String?
    }

    /// A generator of bodies and changes whose paths often lead to a value.
    private struct Changes {
        var generator: SplitMix64

        static let keys = ["a", "b", "é", "a key of more than 16 bytes", "c"]

        mutating func value(depth: Int) -> AnyJSON {
            switch generator.next(below: depth > 0 ? 9 : 6) {
            case 0: .null
            case 1: .boolean(generator.once(in: 2))
            case 2: .integer(generator.next(below: 5000) - 2500)
            case 3: .number(Double(generator.next(below: 100)) + 0.25)
            case 4, 5: .string(String(repeating: "é", count: generator.next(below: 12)))
            case 6: .array((0..<generator.next(below: 4)).map { _ in value(depth: depth - 1) })
            default: object(depth: depth - 1)
            }
        }

        mutating func object(depth: Int) -> AnyJSON {
            var pairs: [String: AnyJSON] = [:]
            for key in Self.keys where !generator.once(in: 3) { pairs[key] = value(depth: depth) }
            return .object(pairs)
        }

        mutating func path() -> PropertyPath {
            PropertyPath(
                (0...generator.next(below: 3)).map { depth in
                    depth > 0 && generator.once(in: 4)
                        ? .index(generator.next(below: 3))
                        : .key(Self.keys[generator.next(below: Self.keys.count)])
                })
        }

        mutating func step() -> PatchStep {
            switch generator.next(below: 6) {
            case 0: .increment(path(), PatchValue(generator.next(below: 100)), of: Double.self)
            case 1: .append(path(), [PatchValue(value(depth: 1))])
            case 2: .remove(path())
            case 3: .rename(path(), to: path())
            default: .set(path(), PatchValue(value(depth: 2)))
            }
        }
    }

    @Test func `a patch has the result of the same changes in memory`() throws {
        let database = try Database(inMemoryNamed: "patches")
        let pages = try database.repository(of: Page.self)
        var changes = Changes(generator: SplitMix64(seed: 8))
        var patchCount = 0
        for number in 0..<400 {
            guard case .object(var body) = changes.object(depth: 3) else { continue }
            body["type"] = .string("page")
            let id = "page-\(number)"
            try pages.store.save { writer in
                try DocumentEncoder().encode(AnyJSON.object(body), into: writer)
                return WriteTarget(id: id, if: .any)
            }
            var expected = AnyJSON.object(body)
            for _ in 0..<5 {
                let steps = (0...changes.generator.next(below: 2)).map { _ in changes.step() }
                let changed = try? steps.reduce(into: expected) { try $0.apply($1) }
                let patch = Patch<Page>(steps: steps.map { .success($0) })
                if let changed {
                    try pages.patch(id, by: patch)
                    patchCount += 1
                    expected = changed
                } else {
                    #expect(throws: QuireError.self) { try pages.patch(id, by: patch) }
                }
                let stored = try #require(try pages.store.record(id: id)).body
                #expect(try DocumentDecoder().decode(AnyJSON.self, from: stored.value) == expected)
                try stored.storage.withUnsafeBytes {
                    _ = try FleeceStorage(validating: $0, sharedKeys: stored.storage.sharedKeys)
                }
            }
        }
        #expect(patchCount > 500, "most patches can be applied")
    }

    @Test func `repeated patches leave no unused bytes`() throws {
        let database = try Database(inMemoryNamed: "patches")
        let pages = try database.repository(of: Page.self)
        try pages.save(Page(id: "page"))
        func size() throws -> Int? { try pages.store.record(id: "page")?.body.storage.count }
        func set(_ text: String) throws {
            let paths: [PropertyPath] = [.init([.key("a")]), .init([.key("b"), .key("c")])]
            try pages.patch(
                "page", by: Patch(steps: paths.map { .success(.set($0, PatchValue(text))) }))
        }
        try set(String(repeating: "a", count: 100))
        let before = try size()
        for number in 0..<200 { try set(String(repeating: "b", count: number)) }
        try set(String(repeating: "c", count: 100))
        #expect(try size() == before)
    }
}

extension AnyJSON {
    /// Applies a change in the simplest way.
    ///
    /// - Throws: ``PatchFailure`` if a value on the path has another type.
    fileprivate mutating func apply(_ step: PatchStep) throws {
        func decoded(_ value: PatchValue) throws -> AnyJSON {
            let tree = try value.encode(DocumentEncoder())
            guard let value = try tree.finished() else { return .null }
            return try DocumentDecoder().decode(AnyJSON.self, from: value)
        }
        switch step {
        case .set(let path, let value):
            let new = try decoded(value)
            try change(path, makesParents: new != .null) { _ in new == .null ? nil : new }
        case .remove(let path): try change(path, makesParents: false) { _ in nil }
        case .rename(let path, let other):
            var moved: AnyJSON?
            try change(path, makesParents: false) {
                moved = $0
                return nil
            }
            if let moved { try change(other, makesParents: true) { _ in moved } }
        case .append(let path, let elements):
            let new = try elements.map(decoded)
            try change(path, makesParents: true) { old in
                switch old ?? .null {
                case .null: .array(new)
                case .array(let items): .array(items + new)
                default: throw PatchFailure(path, "not an array")
                }
            }
        case .increment(let path, let amount, _):
            guard case .integer(let amount) = try decoded(amount) else { return }
            try change(path, makesParents: true) { old in
                switch old ?? .null {
                case .null: .integer(amount)
                case .integer(let number): .integer(number + amount)
                case .number(let number): .number(number + Double(amount))
                default: throw PatchFailure(path, "not a number")
                }
            }
        }
    }

    private mutating func change(
        _ path: PropertyPath, makesParents: Bool, _ body: (AnyJSON?) throws -> AnyJSON?
    ) throws {
        self = try Self.changed(self, path.components[...], makesParents, body) ?? .null
    }

    private static func changed(
        _ value: AnyJSON?, _ path: ArraySlice<PropertyPath.Component>, _ makesParents: Bool,
        _ body: (AnyJSON?) throws -> AnyJSON?
    ) throws -> AnyJSON? {
        guard let component = path.first else { return try body(value) }
        let isMissing = value == nil || value == .null
        if isMissing, !makesParents { return value }
        switch (component, isMissing ? nil : value) {
        case (.key(let key), nil):
            let child = try changed(nil, path.dropFirst(), makesParents, body)
            return .object(child.map { [key: $0] } ?? [:])
        case (.key(let key), .object(var pairs)):
            pairs[key] = try changed(pairs[key], path.dropFirst(), makesParents, body)
            return .object(pairs)
        case (.index(let index), .array(var items)) where items.indices.contains(index):
            let item = try changed(items[index], path.dropFirst(), makesParents, body)
            items.replaceSubrange(index...index, with: item.map { [$0] } ?? [])
            return .array(items)
        default: throw PatchFailure(PropertyPath([component]), "another type")
        }
    }
}
