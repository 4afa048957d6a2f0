import Synchronization

/// A container's node that a model has kept, so that it cannot be used again.
protocol KeptNode: AnyObject {
    /// Whether nobody but the node itself has the container that it made.
    var isContainerFree: Bool { get }
}

/// Nodes that live as long as somebody has a container of theirs.
///
/// The standard library copies a decoding container for each value that is read, so it must not own
/// its node: counting the owners would take longer than the reading. A container that outlives the
/// `init(from:)` it was made for has its node kept here instead. Nodes whose containers are gone are
/// swept out whenever their number has doubled.
enum KeptContainers {
    // Unchecked: the lock orders all uses of the array, and a sweep only looks at counts of owners.
    private struct Kept: @unchecked Sendable {
        var nodes: [any KeptNode] = []
        var limit = 64
    }

    private static let kept = Mutex(Kept())

    static func keep(_ node: any KeptNode) {
        let handover = Handover(node: node)
        let swept = kept.withLock { kept -> Kept in
            kept.nodes.append(handover.node)
            var swept = Kept()
            if kept.nodes.count >= kept.limit {
                let end = kept.nodes.partition(by: \.isContainerFree)
                swept.nodes = Array(kept.nodes[end...])
                kept.nodes.removeSubrange(end...)
                kept.limit = max(64, kept.nodes.count * 2)
            }
            return swept
        }
        // What goes away with the nodes does so outside of the lock: it may be code of a model.
        _ = swept
    }

    // Unchecked for the same reason.
    private struct Handover: @unchecked Sendable {
        let node: any KeptNode
    }
}
