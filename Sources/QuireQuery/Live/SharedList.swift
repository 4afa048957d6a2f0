/// A list of objects whose changed copies share all unchanged parts.
///
/// The list is a balanced tree of nodes that never change. Inserting or removing an element creates
/// only the nodes on the path to it, in O(log *n*). Two lists of which one was created from the
/// other can be compared in time that depends on the number of changes, because shared nodes are
/// skipped (see ``changes(to:)``).
package struct SharedList<Element: AnyObject & Sendable>: Sendable {
    /// A part of the list: a leaf with elements, or a branch with nodes of equal height.
    package final class Node: Sendable {
        /// The maximum number of elements or children.
        package static var capacity: Int { 32 }

        /// 0 for a leaf.
        package let height: Int
        /// The number of elements in the leaves.
        package let count: Int
        package let children: [Node]
        package let elements: [Element]

        package init(elements: [Element]) {
            height = 0
            count = elements.count
            self.elements = elements
            children = []
        }

        package init(children: [Node], height: Int) {
            self.height = height
            count = children.reduce(0) { $0 + $1.count }
            self.children = children
            elements = []
        }

        fileprivate var size: Int { height == 0 ? elements.count : children.count }

        /// The last element of a node that is not empty.
        fileprivate var last: Element? {
            var node = self
            while let child = node.children.last { node = child }
            return node.elements.last
        }

        /// Returns the child with an element, and the index of the element in the child.
        ///
        /// The index after the last element belongs to the last child.
        fileprivate func child(at index: Int) -> (number: Int, index: Int) {
            var index = index
            for (number, child) in children.enumerated() {
                if index < child.count || number == children.count - 1 { return (number, index) }
                index -= child.count
            }
            return (0, 0)
        }
    }

    package private(set) var root: Node?

    /// The number of elements.
    package var count: Int { root?.count ?? 0 }

    package var isEmpty: Bool { root == nil }

    package var last: Element? { root?.last }

    /// Creates an empty list.
    package init() {}

    /// Creates a list in O(*n*).
    package init(_ elements: some Collection<Element>) {
        var nodes: [Node] = []
        var rest = elements[...]
        while !rest.isEmpty {
            // Leaves are not full, so that insertions do not split all of them.
            nodes.append(Node(elements: Array(rest.prefix(Node.capacity * 3 / 4))))
            rest = rest.dropFirst(Node.capacity * 3 / 4)
        }
        var height = 1
        while nodes.count > 1 {
            nodes = stride(from: 0, to: nodes.count, by: Node.capacity * 3 / 4).map { start in
                let end = Swift.min(start + Node.capacity * 3 / 4, nodes.count)
                return Node(children: Array(nodes[start..<end]), height: height)
            }
            height += 1
        }
        root = nodes.first
    }

    /// The element at an index, in O(log *n*).
    package subscript(index: Int) -> Element {
        // As for an array: the callers compare the index with `count`.
        guard index >= 0, index < count, var node = root else {
            preconditionFailure("index out of range")
        }
        var index = index
        while node.height > 0 {
            let child = node.child(at: index)
            (node, index) = (node.children[child.number], child.index)
        }
        return node.elements[index]
    }

    /// Returns the index of the first element that does not satisfy a condition.
    ///
    /// - Parameter precedes: A condition that the elements before the result satisfy, and the
    ///   others do not. It is called O(log *n*) times.
    /// - Returns: The index, or the number of elements if all of them satisfy the condition.
    package func firstIndex(after precedes: (Element) throws -> Bool) rethrows -> Int {
        guard var node = root else { return 0 }
        var start = 0
        while node.height > 0 {
            let number = try Self.partition(node.children.count) { number in
                try node.children[number].last.map(precedes) ?? true
            }
            start += node.children[..<number].reduce(0) { $0 + $1.count }
            guard number < node.children.count else { return start }
            node = node.children[number]
        }
        return try start + Self.partition(node.elements.count) { try precedes(node.elements[$0]) }
    }

    private static func partition(
        _ count: Int, _ precedes: (Int) throws -> Bool
    ) rethrows -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try precedes(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: Changing

extension SharedList {
    /// Inserts an element before the one at an index, in O(log *n*).
    package mutating func insert(_ element: Element, at index: Int) {
        precondition(index >= 0 && index <= count, "index out of range")
        guard let root else {
            root = Node(elements: [element])
            return
        }
        let nodes = root.inserting(element, at: index)
        self.root = nodes.count == 1 ? nodes[0] : Node(children: nodes, height: root.height + 1)
    }

    /// Removes the element at an index, in O(log *n*).
    package mutating func remove(at index: Int) {
        precondition(index >= 0 && index < count, "index out of range")
        var node = root?.removing(at: index)
        while let only = node, only.children.count == 1 { node = only.children[0] }
        root = node
    }
}

extension SharedList.Node {
    private typealias Part = SharedList<Element>.Node

    /// Returns one or two nodes with the elements and another one.
    fileprivate func inserting(_ element: Element, at index: Int) -> [SharedList<Element>.Node] {
        if height == 0 {
            var elements = elements
            elements.insert(element, at: index)
            return Part.leaves(elements)
        }
        let child = child(at: index)
        var children = children
        children.replaceSubrange(
            child.number...child.number,
            with: children[child.number].inserting(element, at: child.index))
        return Part.branches(children, height)
    }

    /// Returns a node without an element, or `nil` if no elements remain.
    fileprivate func removing(at index: Int) -> SharedList<Element>.Node? {
        if height == 0 {
            var elements = elements
            elements.remove(at: index)
            return elements.isEmpty ? nil : Part(elements: elements)
        }
        let child = child(at: index)
        var children = children
        guard let node = children[child.number].removing(at: child.index) else {
            children.remove(at: child.number)
            return children.isEmpty ? nil : Part(children: children, height: height)
        }
        children[child.number] = node
        if node.size < Part.capacity / 4, children.count > 1 {
            // Combine a small node with one next to it.
            let first = min(child.number, children.count - 2)
            children.replaceSubrange(
                first...first + 1, with: children[first].combined(with: children[first + 1]))
        }
        return Part(children: children, height: height)
    }

    private func combined(with next: SharedList<Element>.Node) -> [SharedList<Element>.Node] {
        height == 0
            ? Part.leaves(elements + next.elements)
            : Part.branches(children + next.children, height)
    }

    /// Returns one leaf, or two if the elements do not fit into one.
    private static func leaves(_ elements: [Element]) -> [SharedList<Element>.Node] {
        if elements.count <= capacity { return [Part(elements: elements)] }
        let middle = elements.count / 2
        return [
            Part(elements: Array(elements[..<middle])), Part(elements: Array(elements[middle...])),
        ]
    }

    private static func branches(
        _ children: [SharedList<Element>.Node], _ height: Int
    ) -> [SharedList<Element>.Node] {
        if children.count <= capacity { return [Part(children: children, height: height)] }
        let middle = children.count / 2
        return [
            Part(children: Array(children[..<middle]), height: height),
            Part(children: Array(children[middle...]), height: height),
        ]
    }
}

// MARK: Iterating

extension SharedList: Sequence {
    package struct Iterator: IteratorProtocol {
        /// The nodes from the root to the leaf, with the number of the next child or element.
        private var path: [(node: Node, next: Int)] = []

        fileprivate init(_ root: Node?) {
            if let root { path = [(root, 0)] }
        }

        package mutating func next() -> Element? {
            while let (node, next) = path.last {
                guard next < (node.height == 0 ? node.elements.count : node.children.count) else {
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                if node.height == 0 { return node.elements[next] }
                path.append((node.children[next], 0))
            }
            return nil
        }
    }

    package func makeIterator() -> Iterator { Iterator(root) }

    package var underestimatedCount: Int { count }
}
