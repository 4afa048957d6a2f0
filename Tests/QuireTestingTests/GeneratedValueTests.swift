import Foundation
import Quire
import QuireTesting
import Testing

@Suite struct GeneratedValueTests {
    private func values<Model: Codable>(_ type: Model.Type, count: Int = 300) throws -> [Model] {
        var check = ModelCheck(type)
        check.count = count
        return try check.values()
    }

    @Test func `equal seeds generate equal values, and different seeds different ones`() throws {
        var checks = [ModelCheck(Sound.Everything.self), ModelCheck(), ModelCheck()]
        checks[2].seed = 1000
        let values = try checks.map { try $0.values() }
        #expect(values[0] == values[1] && values[0] != values[2])
    }

    @Test func `all cases of enumerations are generated, for every kind of coding`() throws {
        let seasons = Set(try values(Sound.Season.self))
        let levels = Set(try values(Sound.Level.self))
        #expect(seasons.count == 4 && levels.count == 2)
    }

    private func name(_ shape: Sound.Shape) -> String {
        switch shape {
        case .circle: "circle"
        case .rectangle: "rectangle"
        case .empty: "empty"
        case .group: "group"
        }
    }

    @Test func `all cases with associated values are generated`() throws {
        let names = Set(try values(Sound.Shape.self).map(name))
        #expect(names == ["circle", "rectangle", "empty", "group"])
    }

    @Test func `all alternatives of a type's decoder are generated`() throws {
        let names = try values(Sound.Loose.self).map { "\($0)".prefix { $0 != "(" } }
        #expect(Set(names) == ["number", "text", "list"])
    }

    @Test func `extreme numbers are generated`() throws {
        let numbers = Set(try values(Int.self, count: 1000))
        #expect(numbers.isSuperset(of: [0, .min, .max, 2047, 1 << 53]))
    }

    @Test func `collections of different sizes are generated`() throws {
        let counts = Set(try values([Sound.Season: Int].self).map(\.count))
        #expect(counts == [0, 1, 2, 3])
    }

    @Test func `optional values are generated as present and absent`() throws {
        let present = Set(try values(Sound.Drawing.self).map { $0.title != nil })
        #expect(present == [true, false])
    }

    @Test func `generation ends for a recursive type`() throws {
        func depth(_ node: Sound.Node) -> Int { 1 + (node.next.map(depth) ?? 0) }
        let depths = try values(Sound.Node.self).map(depth)
        #expect((depths.max() ?? 0) > 2 && depths.allSatisfy { $0 < 12 })
    }
}
