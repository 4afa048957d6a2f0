import Foundation
import Quire
import Testing

/// Foundation's predicates, evaluated by the repository and in memory.
@Suite struct PredicateTests {
    static let predicates: [Predicate<Lodge>] = {
        let listed = [0, 2]
        let range = 1...3
        let date = Lodge.dates[2]
        let kind = Lodge.Kind.palace
        let none: String? = nil
        var all: [Predicate<Lodge>] = []
        all.append(#Predicate { $0.name == "Bergen" })
        all.append(#Predicate { $0.name != "Bergen" && $0.stars >= 2 })
        all.append(#Predicate { $0.stars < 2 || !($0.rate > 30) })
        all.append(#Predicate { 2 <= $0.stars })
        all.append(#Predicate { $0.city == nil })
        all.append(#Predicate { $0.city != nil && $0.city != "a" })
        all.append(#Predicate { $0.phone == none })
        all.append(#Predicate { $0.city == $0.phone })
        all.append(#Predicate { $0.open })
        all.append(#Predicate { !$0.open && $0.quiet == true })
        all.append(#Predicate { $0.quiet ?? true })
        all.append(#Predicate { $0.kind == kind })
        all.append(#Predicate { $0.opened < date })
        all.append(#Predicate { listed.contains($0.stars) })
        all.append(#Predicate { range.contains($0.stars) })
        all.append(#Predicate { (1..<3).contains($0.stars) })
        all.append(#Predicate { $0.tags.contains("a") })
        all.append(#Predicate { $0.tags.contains { $0 == "b" } })
        all.append(#Predicate { $0.tags.allSatisfy { $0 != "b" } })
        all.append(#Predicate { $0.reviews.contains { $0.rating > 3 && $0.author != nil } })
        all.append(#Predicate { lodge in lodge.reviews.contains { $0.rating == lodge.stars } })
        all.append(#Predicate { lodge in lodge.reviews.contains { $0.likes.contains(lodge.name) } })
        all.append(#Predicate { $0.tags.isEmpty })
        all.append(#Predicate { $0.tags.count >= 2 })
        all.append(#Predicate { $0.tags.first == "a" })
        all.append(#Predicate { $0.names["nb"] == "a" })
        all.append(#Predicate { $0.names["nb"] != nil })
        all.append(#Predicate { $0.name.contains("Ber") })
        all.append(#Predicate { $0.name.starts(with: "B") })
        all.append(#Predicate { $0.city?.contains("e") == true })
        all.append(#Predicate { $0.city?.contains("e") != true })
        all.append(#Predicate { $0.city?.starts(with: "B") ?? false })
        all.append(#Predicate { $0.city?.starts(with: "B") ?? true })
        all.append(#Predicate { $0.city?.starts(with: "B") == false })
        all.append(#Predicate { ($0.city ?? "none") == "none" })
        all.append(#Predicate { ($0.rank ?? 2) > 1 })
        all.append(#Predicate { $0.owner?.home?.zip == 1 })
        all.append(#Predicate { $0.owner?.name == "a" })
        all.append(#Predicate { $0.address.city == "a" })
        all.append(#Predicate { $0.stars * 2 + 1 > 5 })
        all.append(#Predicate { -$0.stars < -2 })
        return all
    }()

    @Test(arguments: predicates.indices)
    func `a predicate selects the same models as in memory`(index: Int) throws {
        let predicate = Self.predicates[index]
        let store = try LodgeStore.generated.get()
        let expected = try store.models.filter { try predicate.evaluate($0) }
        #expect(try store.lodges.filter(predicate).all() == expected, "\(predicate)")
    }

    private static let refused: [(Predicate<Lodge>, String)] = [
        (#Predicate { $0.name.count > 3 }, "The property \\String."),
        (#Predicate { $0.name.hashValue > 2 }, "The property \\String."),
        (#Predicate { $0.tags.filter { $0 == "a" }.count > 1 }, "Filter"),
        (#Predicate { $0.open ? $0.stars > 1 : $0.stars > 2 }, "Conditional"),
        (#Predicate { $0.code.uuid.0 > 2 }, "The property \\UUID."),
    ]

    @Test(arguments: refused.indices)
    func `an unsupported predicate is an error that names the part`(index: Int) throws {
        let (predicate, name) = Self.refused[index]
        let lodges = try LodgeStore.generated.get().lodges
        let error = #expect(throws: QuireError.self) { try lodges.filter(predicate).all() }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    }
}
