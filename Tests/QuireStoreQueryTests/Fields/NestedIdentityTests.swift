import Quire
import Testing

/// A model with a document ID that is used as a document and as a property of another model.
///
/// Property locations are cached for the lifetime of the process. Therefore, each test uses
/// separate
/// types, created by `Case`, to control the order of first uses.
@Suite struct NestedIdentityTests {
    struct Lodging<Case>: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    struct Stay<Case>: DocumentModel {
        @DocumentID var id: String?
        var lodging: Lodging<Case>
        var visited: [Lodging<Case>] = []
    }

    /// The order in which a property is first used as that of the model and of a nested value.
    enum Order: CaseIterable {
        case rootFirst
        case nestedFirst

        func run(root: () throws -> Void, nested: () throws -> Void) throws {
            if self == .rootFirst { try root() }
            try nested()
            if self == .nestedFirst { try root() }
        }
    }

    enum RootFirst {}
    enum NestedFirst {}
    enum Filtering {}
    enum Deleting {}
    enum Sorting {}
    enum Patching {}
    enum Items {}

    /// Returns stores with two lodgings, and with stays whose IDs are those of other lodgings.
    private func stores<Case>(
        _ case: Case.Type
    ) throws -> (lodgings: Repository<Lodging<Case>>, stays: Repository<Stay<Case>>) {
        let database = try Database(inMemoryNamed: "nested")
        let lodgings = try database.repository(of: Lodging<Case>.self)
        try lodgings.save([Lodging(id: "b", name: "1"), Lodging(id: "a", name: "2")])
        let stays = try database.createCollection(name: "stays").repository(of: Stay<Case>.self)
        let (a, b) = (Lodging<Case>(id: "a", name: "2"), Lodging<Case>(id: "b", name: "1"))
        try stays.save([
            Stay(id: "b", lodging: a, visited: [b]), Stay(id: "a", lodging: b, visited: [a]),
        ])
        return (lodgings, stays)
    }

    @Test func `a filter finds the document ID and the nested ID in either order`() throws {
        func check<Case>(_ order: Order, _ case: Case.Type) throws {
            let (lodgings, stays) = try stores(`case`)
            try order.run { () throws in
                #expect(try lodgings.filter { $0.id == "a" }.all().map(\.name) == ["2"])
            } nested: { () throws in
                #expect(try stays.filter { $0.lodging.id == "a" }.all().map(\.id) == ["b"])
            }
        }
        try check(.rootFirst, (Filtering, RootFirst).self)
        try check(.nestedFirst, (Filtering, NestedFirst).self)
    }

    @Test func `a condition on items finds the nested ID in either order`() throws {
        func check<Case>(_ order: Order, _ case: Case.Type) throws {
            let (lodgings, stays) = try stores(`case`)
            try order.run { () throws in
                #expect(try lodgings.filter { $0.id == "a" }.count() == 1)
            } nested: { () throws in
                let visits = stays.filter { $0.visited.any { $0.id == "a" } }
                #expect(try visits.all().map(\.id) == ["a"])
            }
        }
        try check(.rootFirst, (Items, RootFirst).self)
        try check(.nestedFirst, (Items, NestedFirst).self)
    }

    @Test func `a deletion by a nested ID deletes only its document in either order`() throws {
        func check<Case>(_ order: Order, _ case: Case.Type) throws {
            let (lodgings, stays) = try stores(`case`)
            try order.run { () throws in
                #expect(try lodgings.filter { $0.id == "a" }.delete() == 1)
                #expect(try lodgings.all().map(\.id) == ["b"])
            } nested: { () throws in
                #expect(try stays.filter { $0.lodging.id == "a" }.delete() == 1)
                #expect(try stays.all().map(\.id) == ["a"])
            }
        }
        try check(.rootFirst, (Deleting, RootFirst).self)
        try check(.nestedFirst, (Deleting, NestedFirst).self)
    }

    @Test func `a sort uses the document ID and the nested ID in either order`() throws {
        func check<Case>(_ order: Order, _ case: Case.Type) throws {
            let (lodgings, stays) = try stores(`case`)
            try order.run { () throws in
                #expect(try lodgings.sorted(by: \.id).all().map(\.id) == ["a", "b"])
            } nested: { () throws in
                _ = try stays.filter { $0.lodging.id != "z" }.count()
                #expect(try stays.sorted(by: \.lodging.id).all().map(\.id) == ["b", "a"])
                #expect(try stays.sorted(by: \.id).all().map(\.id) == ["a", "b"])
            }
        }
        try check(.rootFirst, (Sorting, RootFirst).self)
        try check(.nestedFirst, (Sorting, NestedFirst).self)
    }

    @Test func `a patch changes a nested ID but not the document ID in either order`() throws {
        func check<Case>(_ order: Order, _ case: Case.Type) throws {
            let (lodgings, stays) = try stores(`case`)
            try order.run { () throws in
                #expect { try lodgings.patch("a") { $0.set(\.id, to: "z") } } throws: {
                    QuireError.Code.invalidParameter ~= $0
                }
                #expect(try lodgings.json("a") == #"{"name":"2","type":"lodging"}"#)
            } nested: { () throws in
                _ = try stays.filter { $0.lodging.id == "a" }.count()
                try stays.patch("b") { $0.set(\.lodging.id, to: "z") }
                #expect(try stays.require("b").lodging.id == "z")
            }
        }
        try check(.rootFirst, (Patching, RootFirst).self)
        try check(.nestedFirst, (Patching, NestedFirst).self)
    }
}
