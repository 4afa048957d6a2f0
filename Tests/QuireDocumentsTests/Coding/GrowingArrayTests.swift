import Testing

@testable import QuirePlatform

@Suite struct GrowingArrayTests {
    /// A counter of live objects.
    final class Counter {
        var alive = 0
    }

    final class Element {
        let number: Int
        private let counter: Counter

        init(_ number: Int, _ counter: Counter) {
            self.number = number
            self.counter = counter
            counter.alive += 1
        }

        deinit { counter.alive -= 1 }
    }

    struct Refusal: Error {}

    let counter = Counter()

    func filled(_ count: Int, minimumCapacity: Int) -> [Element] {
        var array = GrowingArray<Element>(minimumCapacity: minimumCapacity)
        for number in 0..<count { array.append(Element(number, counter)) }
        return array.finish()
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 1000], [0, 1, 16])
    func `the array contains the appended elements in order and releases them`(
        count: Int, capacity: Int
    ) {
        let numbers = filled(count, minimumCapacity: capacity).map(\.number)
        #expect(numbers == Array(0..<count) && counter.alive == 0)
    }

    @Test func `the array retains each element once`() {
        let array = filled(100, minimumCapacity: 3)
        let alive = withExtendedLifetime(array) { counter.alive }
        #expect(alive == 100)
    }

    @Test func `if creating an element fails, the others are released`() {
        var numbers: [Int] = []
        do {
            var array = GrowingArray<Element>(minimumCapacity: 2)
            for number in 0..<5 { array.append(Element(number, counter)) }
            #expect(throws: Refusal.self) { try array.append({ throw Refusal() }()) }
            array.append(Element(5, counter))
            numbers = array.finish().map(\.number)
        }
        #expect(numbers == Array(0..<6) && counter.alive == 0)
    }

    @Test func `an unfinished array releases its elements`() {
        func fillAndLeave() throws {
            var array = GrowingArray<Element>(minimumCapacity: 2)
            for number in 0..<5 { array.append(Element(number, counter)) }
            throw Refusal()
        }
        #expect(throws: Refusal.self) { try fillAndLeave() }
        #expect(counter.alive == 0)
    }
}
