import Foundation
import Quire
import SQLPlusPlus
import Testing

@testable import QuireDocuments

@Suite struct PayloadFreeEnumTests {
    enum One: String, Codable { case only }
    enum Two: String, Codable { case first, last = "the last" }
    enum Numbered: Int, Codable { case seven = 7, nine = 9, eight = 8 }
    enum Nothing: Codable {
        init(from decoder: any Decoder) throws { throw CancellationError() }
        func encode(to encoder: any Encoder) throws {}
    }
    enum Carrying: Codable { case plain, loaded(Int) }
    enum Small: Codable { case plain, loaded(Bool), other(Bool) }
    enum Empty: Codable { case plain, loaded(Never) }
    enum Tuple: Codable { case loaded(One), plain }
    enum Generic<Value>: Codable { case first, middle, last }
    struct Byte: Codable { var value: UInt8 }
    struct Flag: Codable { var isSet: Bool }
    struct Wrapper: Codable { var kind: Two }
    struct Options: OptionSet, Codable { var rawValue: UInt8 }

    @Test func `all cases are created in the order of declaration`() {
        #expect(PayloadFreeEnum.cases(of: One.self) == [.only])
        #expect(PayloadFreeEnum.cases(of: Two.self) == [.first, .last])
        #expect(PayloadFreeEnum.cases(of: Numbered.self) == [.seven, .nine, .eight])
        #expect(PayloadFreeEnum.cases(of: Generic<[Int]>.self) == [.first, .middle, .last])
        #expect(PayloadFreeEnum.cases(of: Model.CodingKeys.self).map(\.rawValue).count == 6)
    }

    static let others: [any Sendable.Type] = [
        Nothing.self, Carrying.self, Int.self, UInt8.self, Bool.self, String.self, Two?.self,
        [Int].self, (Int, Int).self, UUID.self, Never.self, Date.self, (Int?).self, Small.self,
        Empty.self, Tuple.self, Byte.self, Flag.self, Wrapper.self, Options.self, Void.self,
        (Two, Void).self, Never?.self,
    ]

    @Test(arguments: others)
    func `no values of other types are created`(type: any Sendable.Type) {
        func isNothing<T>(_ type: T.Type) -> Bool { PayloadFreeEnum.cases(of: type).isEmpty }
        let result = isNothing(type)
        #expect(result)
    }

    struct Model: Codable {
        var kind: Two
        var level: Numbered
        var owner: Owner
        var name: String
        var single: Single
        var only: One

        enum CodingKeys: String, CodingKey { case kind, level, owner, name, single, only }

        enum Owner: Codable {
            case person(name: String)
            case company(Int)
        }

        enum Single: Codable { case person(name: String) }
    }

    @Test func `properties are found next to enumerations`() throws {
        typealias Field = QueryField<Model, Model>
        func path<Value>(_ field: QueryField<Model, Value>) throws -> String? {
            guard case .property(let path, _) = try field.term.get() else { return nil }
            return path.description
        }
        #expect(try path(Field.model.kind) == "kind")
        #expect(try path(Field.model.level) == "level")
        #expect(try path(Field.model.name) == "name")
        #expect(try path(Field.model.owner) == "owner")
        #expect(try path(Field.model.single) == "single")
    }
}
