import QuirePlatform

/// A node that a model keeps through a container, so that it cannot be reused.
protocol KeptNode: AnyObject {
    /// Whether only the node itself retains its container.
    var isContainerFree: Bool { get }
}

/// The nodes that stay alive because a model keeps their containers.
///
/// The standard library copies a decoding container for each value that is read. The container
/// therefore does not retain its node, because reference counting would take longer than the read.
/// If a model keeps a container after `init(from:)` or `encode(to:)` returns, this list keeps the
/// node alive. When the number of nodes has doubled, the list releases the nodes whose containers
/// no longer exist.
enum KeptContainers {
    // Unchecked, because the lock orders all accesses to the array. A sweep reads only reference
    // counts.
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
        // The nodes are released outside the lock, because this can run code of a model.
        _ = swept
    }

    // Unchecked, because the node is only added to the array.
    private struct Handover: @unchecked Sendable {
        let node: any KeptNode
    }
}
