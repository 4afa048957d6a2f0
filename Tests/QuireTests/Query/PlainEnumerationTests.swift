import Foundation
import SQLPlusPlus
import Testing

@testable import Quire

@Suite struct PlainEnumerationTests {
    enum One: Codable { case only }
    enum Two: String, Codable { case first, last = "the last" }
    enum Numbered: Int, Codable { case seven = 7, nine = 9, eight = 8 }
    enum Nothing {}
    enum Carrying: Codable { case plain, loaded(Int) }
    enum Generic<Value>: Codable { case first, middle, last }

    @Test func `the first and the last case are made`() {
        #expect(PlainEnumeration.ends(of: One.self)?.last == .only)
        #expect(PlainEnumeration.ends(of: Two.self)?.first == .first)
        #expect(PlainEnumeration.ends(of: Two.self)?.last == .last)
        #expect(PlainEnumeration.ends(of: Numbered.self)?.first == .seven)
        #expect(PlainEnumeration.ends(of: Numbered.self)?.last == .eight)
        #expect(PlainEnumeration.ends(of: Generic<[Int]>.self)?.last == .last)
    }

    @Test func `cases are made with the names of their declaration`() throws {
        let two = try #require(PlainEnumeration.cases(of: Two.self))
        #expect(two.map(\.name) == ["first", "last"] && two.map(\.value) == [.first, .last])
        let numbered = try #require(PlainEnumeration.cases(of: Numbered.self))
        #expect(numbered.map(\.name) == ["seven", "nine", "eight"])
        #expect(numbered.map(\.value.rawValue) == [7, 9, 8])
        #expect(PlainEnumeration.cases(of: One.self)?.map(\.name) == ["only"])
        #expect(PlainEnumeration.cases(of: Generic<Int>.self)?.count == 3)
    }

    static let others: [any Sendable.Type] = [
        Nothing.self, Carrying.self, Int.self, UInt8.self, Bool.self, String.self, Two?.self,
        [Int].self, (Int, Int).self, UUID.self, Never.self, Date.self, (Int?).self,
    ]

    @Test(arguments: others)
    func `nothing is made of other types`(type: any Sendable.Type) {
        func isNothing<T>(_ type: T.Type) -> Bool {
            PlainEnumeration.ends(of: type) == nil && PlainEnumeration.cases(of: type) == nil
        }
        let result = isNothing(type)
        #expect(result)
    }

    struct Model: Codable {
        var kind: Two
        var level: Numbered
        var owner: Owner
        var name: String

        enum Owner: Codable {
            case person(name: String)
            case company(Int)
        }
    }

    @Test func `enumerations do not keep properties from being found`() throws {
        typealias Field = QueryField<Model, Model>
        func path<Value>(_ field: QueryField<Model, Value>) throws -> String? {
            guard case .property(let path, _) = try field.term.get() else { return nil }
            return path.description
        }
        #expect(try path(Field.model.kind) == "kind")
        #expect(try path(Field.model.level) == "level")
        #expect(try path(Field.model.name) == "name")
        #expect(try path(Field.model.owner) == "owner")
    }
}
