import Quire
import QuireTestSupport
import Testing

/// The list that results share.
@Suite struct SharedListTests {
    final class Item: Sendable {
        let number: Int

        init(_ number: Int) {
            self.number = number
        }
    }

    private static func numbers(_ list: SharedList<Item>) -> [Int] { list.map(\.number) }

    /// Returns a list after random changes, together with an array that was changed in the same
    /// way.
    private static func changed(
        _ list: SharedList<Item>, _ count: Int, _ random: inout SplitMix64
    ) -> (SharedList<Item>, [Item]) {
        var (list, array) = (list, Array(list))
        for _ in 0..<count {
            if !array.isEmpty, random.once(in: 2) {
                let index = random.next(below: array.count)
                list.remove(at: index)
                array.remove(at: index)
            } else {
                let (index, item) = (
                    random.next(below: array.count + 1), Item(random.next(below: 999))
                )
                list.insert(item, at: index)
                array.insert(item, at: index)
            }
        }
        return (list, array)
    }

    @Test(arguments: [0, 1, 2, 31, 32, 33, 700, 5_000])
    func `insertions and removals have the results of an array`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let first = SharedList((0..<count).map(Item.init))
        let (list, array) = Self.changed(first, 3_000, &random)
        #expect(
            Self.numbers(list) == array.map(\.number) && list.count == array.count
                && list.last === array.last && Self.numbers(first) == Array(0..<count)
                && array.indices.allSatisfy { list[$0] === array[$0] })
    }

    @Test func `a list from which all elements are removed is empty`() {
        var list = SharedList((0..<500).map(Item.init))
        while !list.isEmpty { list.remove(at: list.count / 2) }
        #expect(list.count == 0 && list.last == nil && Self.numbers(list) == [])
    }

    @Test(arguments: [0, 1, 3, 40, 2_000])
    func `the first element that does not precede another one is found`(count: Int) {
        let list = SharedList((0..<count).map { Item(2 * $0) })
        let found = (-1...2 * count + 1).map { number in
            list.firstIndex { $0.number < number }
        }
        #expect(found == (-1...2 * count + 1).map { min(count, max(0, ($0 + 1) / 2)) })
    }

    @Test(arguments: [(0, 5), (5, 40), (300, 0), (300, 1), (300, 40), (3_000, 3), (3_000, 900)])
    func `the changes between two versions convert one into the other`(count: Int, changes: Int) {
        var random = SplitMix64(seed: UInt64(count + changes))
        for _ in 0..<40 {
            let old = SharedList((0..<count).map(Item.init))
            let (new, _) = Self.changed(old, changes, &random)
            for (limit, newLimit) in [
                (nil, nil), (10, 10), (count / 2, count / 2), (0, 7), (count, count / 3), (3, 0),
            ] {
                let difference = old.changes(to: new, count: limit, newCount: newLimit)
                var converted = SharedList(Array(old.prefix(limit ?? old.count)))
                converted.apply(difference)
                #expect(
                    converted.elementsEqual(new.prefix(newLimit ?? new.count), by: ===),
                    "\(String(describing: limit)) \(String(describing: newLimit))")
            }
        }
    }

    @Test func `the changes between two versions contain only the changed elements`() {
        var random = SplitMix64(seed: 7)
        let old = SharedList((0..<5_000).map(Item.init))
        for changes in 1...20 {
            let (new, _) = Self.changed(old, changes, &random)
            let difference = old.changes(to: new)
            let size = difference.reduce(0) { $0 + $1.removed.count + $1.inserted.count }
            #expect(size <= changes && difference.count <= changes)
        }
    }

    @Test func `lists without shared parts are compared by their elements`() {
        let items = (0..<200).map(Item.init)
        let old = SharedList(items)
        let new = SharedList(items.filter { $0.number != 50 } + [Item(200)])
        let difference = old.changes(to: new)
        #expect(
            difference.map { $0.removed.map(\.number) } == [[50], []]
                && difference.map { $0.inserted.map(\.number) } == [[], [200]])
    }
}
