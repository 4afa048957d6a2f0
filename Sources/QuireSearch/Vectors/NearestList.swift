/// The nearest documents that a search has found so far.
///
/// Documents that are as far away as the last one are kept as well, so that the order of equal distances can be
/// determined later.
package struct NearestList {
    private struct Entry {
        let document: Int64
        let distance: Float
    }

    private let count: Int
    /// A heap whose first entry is the farthest one.
    private var heap: [Entry] = []
    /// Entries that are as far away as the first one of the full heap.
    private var equal: [Entry] = []

    /// Creates an empty list.
    ///
    /// - Parameter count: The number of documents to keep.
    package init(count: Int) {
        self.count = count
    }

    /// Whether the list has as many documents as it keeps.
    package var isFull: Bool { heap.count >= count }

    /// Returns whether a document with a distance would be inserted.
    @inline(__always)
    package func accepts(_ distance: Float) -> Bool {
        heap.count < count || count > 0 && distance <= heap[0].distance
    }

    /// Inserts a document, unless enough others are nearer.
    ///
    /// - Complexity: O(log *k*) in the number of kept documents.
    package mutating func insert(_ document: Int64, distance: Float) {
        let entry = Entry(document: document, distance: distance)
        guard heap.count >= count else {
            heap.append(entry)
            rise()
            return
        }
        guard let farthest = heap.first, distance <= farthest.distance else { return }
        if distance == farthest.distance {
            // A collection of equal vectors must not fill the memory.
            if equal.count < count + Self.maxEqual { equal.append(entry) }
            return
        }
        heap[0] = entry
        sink()
        if heap[0].distance < farthest.distance {
            equal = []
        } else {
            equal.append(farthest)
        }
    }

    /// The maximum number of documents that are kept in addition.
    private static let maxEqual = 1_000

    /// The documents in the order of their distances, and those with equal ones in ascending order.
    package var documents: [Int64] {
        (heap + equal).sorted { ($0.distance, $0.document) < ($1.distance, $1.document) }
            .map(\.document)
    }

    private mutating func rise() {
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[parent].distance < heap[child].distance else { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var farthest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].distance > heap[farthest].distance {
                farthest = child
            }
            if farthest == parent { return }
            heap.swapAt(parent, farthest)
            parent = farthest
        }
    }
}
