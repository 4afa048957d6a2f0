import Fleece
import QuireTestSupport
import Testing

@Suite struct MutableSharedKeysTests {
    @Test func `a table starts with the keys of its base`() {
        let table = MutableSharedKeys(.of("a", "b"))
        #expect(["b", "c"].map { table.number(for: $0) } == [1, 2])
    }

    @Test func `the snapshot of a new table is its base`() {
        let base = SharedKeys.of("a")
        #expect(MutableSharedKeys(base).snapshot === base)
    }

    @Test func `a snapshot stays the same object while no key is added`() {
        let table = MutableSharedKeys()
        _ = table.number(for: "a")
        let snapshot = table.snapshot
        _ = (table.number(for: "a"), table.number(for: "@no"), table.count)
        #expect(table.snapshot === snapshot)
    }

    @Test func `a new key creates a new snapshot`() {
        let table = MutableSharedKeys()
        let snapshot = table.snapshot
        _ = table.number(for: "a")
        #expect(table.snapshot !== snapshot)
    }

    @Test func `an older snapshot does not contain new keys`() {
        let table = MutableSharedKeys(.of("a"))
        let snapshot = table.snapshot
        _ = table.number(for: "b")
        #expect([snapshot.number(for: "b"), table.snapshot.number(for: "b")] == [nil, 1])
    }

    @Test func `a newer snapshot contains all keys of an older one`() {
        let table = MutableSharedKeys(.of("a", "b"))
        for number in 0..<500 { _ = table.number(for: "k\(number)") }
        #expect(["a", "b", "k499"].map(table.snapshot.number) == [0, 1, 501])
    }

    /// A table expects keys in the order of earlier requests, which must not affect their numbers.
    @Test(arguments: 0..<8)
    func `a number does not depend on earlier requests`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let base = SharedKeys.of("a", "b", "c")
        let table = MutableSharedKeys(base)
        var numbers = ["a": 0, "b": 1, "c": 2]
        let wrong = (0..<3000).first { step in
            if step % 500 == 499 {
                table.reset(to: base)
                numbers = ["a": 0, "b": 1, "c": 2]
            }
            let key = ["a", "b", "c", "", "0123456789abcdef"].randomElement(using: &generator)
            let other = "k\(generator.next(below: 40))"
            let name = step % 3 == 0 ? key ?? "" : other
            let expected = numbers[name] ?? numbers.count
            numbers[name] = expected
            return table.number(for: name) != expected
        }
        #expect(wrong == nil)
    }

    @Test func `keys that differ in one byte have different numbers`() {
        let table = MutableSharedKeys()
        let keys = (1...16).flatMap { count in
            (0..<count).map { index in
                String(decoding: (0..<count).map { $0 == index ? 0x62 : 0x61 }, as: UTF8.self)
            }
        }
        #expect(keys.map { table.number(for: $0) } == Array(0..<136))
    }

    @Test func `a reset removes the added keys`() {
        let base = SharedKeys.of("a")
        let table = MutableSharedKeys(base)
        _ = table.number(for: "b")
        table.reset(to: base)
        #expect(["c", "b"].map { table.number(for: $0) } == [1, 2])
    }

    @Test func `a reset restores the base as the snapshot`() {
        let base = SharedKeys.of("a")
        let table = MutableSharedKeys(base)
        _ = table.number(for: "b")
        table.reset(to: base)
        #expect(table.snapshot === base)
    }

    @Test func `a reset starts a new generation`() {
        let base = SharedKeys.of("a")
        let table = MutableSharedKeys(base)
        let before = table.generation
        _ = table.number(for: "b")
        table.reset(to: base)
        #expect(table.generation != before)
    }

    @Test func `a reset to the current state changes nothing`() {
        let table = MutableSharedKeys(.of("a"))
        let before = table.generation
        table.reset(to: table.snapshot)
        #expect(table.generation == before)
    }

    @Test func `new keys do not start a new generation`() {
        let table = MutableSharedKeys()
        let before = table.generation
        _ = table.number(for: "b")
        #expect(table.generation == before)
    }
}
