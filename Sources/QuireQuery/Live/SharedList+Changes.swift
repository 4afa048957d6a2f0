/// A part of a list that differs from another version of the list.
package struct ListChange<Element: AnyObject & Sendable> {
    /// The index of the change in the new list.
    ///
    /// If the changes are applied in order, it is also the index in the list so far.
    package var index: Int
    /// The elements that are removed, beginning at the index.
    package var removed: [Element]
    /// The elements that are then inserted at the index.
    package var inserted: [Element]

    package init(index: Int, removed: [Element], inserted: [Element]) {
        self.index = index
        self.removed = removed
        self.inserted = inserted
    }
}

extension SharedList {
    /// Returns the changes that convert this list into another one, in order.
    ///
    /// The lists can be prefixes: elements after the given numbers do not count. Elements are
    /// compared by identity.
    ///
    /// - Parameters:
    ///   - new: The other list.
    ///   - count: The number of elements of this list that count.
    ///   - newCount: The number of elements of the other list that count.
    /// - Returns: The changes.
    /// - Complexity: O(*k* log *n*) for *k* insertions and removals between the lists, plus the
    ///   number of elements that enter or leave at the ends. O(*n*) if the lists share no nodes.
    package func changes(
        to new: SharedList, count: Int? = nil, newCount: Int? = nil
    ) -> [ListChange<Element>] {
        var comparison = ListComparison<Element>(
            limit: Swift.min(count ?? self.count, self.count),
            newLimit: Swift.min(newCount ?? new.count, new.count))
        if let old = root, let root = new.root {
            comparison.compare([old], [root])
        } else {
            comparison.replace((root.map { [$0] } ?? [])[...], (new.root.map { [$0] } ?? [])[...])
        }
        return comparison.finish(self, new)
    }

    /// Applies changes, which have the same indices in this list.
    ///
    /// - Complexity: O(*k* log *n*) for *k* removed and inserted elements, at most O(*n*).
    package mutating func apply(_ changes: [ListChange<Element>]) {
        let size = changes.reduce(0) { $0 + $1.removed.count + $1.inserted.count }
        guard size < 64 || size < count / 8 else { return self = Self(applying(changes)) }
        for change in changes {
            for _ in change.removed { remove(at: change.index) }
            for (offset, element) in change.inserted.enumerated() {
                insert(element, at: change.index + offset)
            }
        }
    }

    private func applying(_ changes: [ListChange<Element>]) -> [Element] {
        var result: [Element] = []
        var rest = makeIterator()
        for change in changes {
            while result.count < change.index, let element = rest.next() { result.append(element) }
            for _ in change.removed { _ = rest.next() }
            result += change.inserted
        }
        while let element = rest.next() { result.append(element) }
        return result
    }
}

/// A comparison of two lists from their beginning to their end.
private struct ListComparison<Element: AnyObject & Sendable> {
    typealias Node = SharedList<Element>.Node

    private let limit: Int
    private let newLimit: Int
    private var changes: [ListChange<Element>] = []
    /// The numbers of elements that have been compared.
    private var position = 0
    private var newPosition = 0

    init(limit: Int, newLimit: Int) {
        self.limit = limit
        self.newLimit = newLimit
    }

    /// Whether one of the lists has ended.
    private var isAtEnd: Bool { position >= limit || newPosition >= newLimit }

    /// Compares nodes that have the same parent, or are the roots.
    mutating func compare(_ old: [Node], _ new: [Node]) {
        let (height, newHeight) = (old.first?.height ?? 0, new.first?.height ?? 0)
        if height > newHeight { return compare(old.flatMap(\.children), new) }
        if newHeight > height { return compare(old, new.flatMap(\.children)) }
        var numbers: [ObjectIdentifier: Int] = [:]
        for (number, node) in old.enumerated() { numbers[ObjectIdentifier(node)] = number }
        var (start, newStart) = (0, 0)
        for (newNumber, node) in new.enumerated() {
            if isAtEnd { return }
            guard let number = numbers[ObjectIdentifier(node)], number >= start else { continue }
            replace(old[start..<number], new[newStart..<newNumber])
            skip(node.count)
            (start, newStart) = (number + 1, newNumber + 1)
        }
        replace(old[start...], new[newStart...])
    }

    /// Compares nodes between two shared ones.
    mutating func replace(_ old: ArraySlice<Node>, _ new: ArraySlice<Node>) {
        if old.isEmpty && new.isEmpty || isAtEnd { return }
        if let height = (old.first ?? new.first)?.height, height > 0 {
            return compare(old.flatMap(\.children), new.flatMap(\.children))
        }
        replace(old.flatMap(\.elements), new.flatMap(\.elements))
    }

    private mutating func replace(_ old: [Element], _ new: [Element]) {
        var (old, new) = (old[...], new[...])
        while let first = old.first, let other = new.first, first === other {
            skip(1)
            old.removeFirst()
            new.removeFirst()
        }
        var common = 0
        while let last = old.last, let other = new.last, last === other {
            common += 1
            old.removeLast()
            new.removeLast()
        }
        var numbers: [ObjectIdentifier: Int] = [:]
        for (number, element) in zip(old.indices, old) {
            numbers[ObjectIdentifier(element)] = number
        }
        var (start, newStart) = (old.startIndex, new.startIndex)
        for (newNumber, element) in zip(new.indices, new) {
            guard let number = numbers[ObjectIdentifier(element)], number >= start else { continue }
            note(Array(old[start..<number]), Array(new[newStart..<newNumber]))
            skip(1)
            (start, newStart) = (number + 1, newNumber + 1)
        }
        note(Array(old[start...]), Array(new[newStart...]))
        skip(common)
    }

    private mutating func skip(_ count: Int) {
        let common = max(0, min(count, limit - position, newLimit - newPosition))
        position += common
        newPosition += common
    }

    private mutating func note(_ old: [Element], _ new: [Element]) {
        if isAtEnd { return }
        let removed = old.prefix(limit - position)
        let inserted = new.prefix(newLimit - newPosition)
        if !removed.isEmpty || !inserted.isEmpty {
            changes.append(
                ListChange(
                    index: newPosition, removed: Array(removed), inserted: Array(inserted)))
        }
        position += removed.count
        newPosition += inserted.count
    }

    /// Returns the changes.
    ///
    /// If one list has ended, the rest of the other one is the last change.
    func finish(_ old: SharedList<Element>, _ new: SharedList<Element>) -> [ListChange<Element>] {
        let removed = (position..<limit).map { old[$0] }
        let inserted = (newPosition..<newLimit).map { new[$0] }
        if removed.isEmpty && inserted.isEmpty { return changes }
        return changes + [ListChange(index: newPosition, removed: removed, inserted: inserted)]
    }
}
