import Foundation

/// A test for whether memory can be allocated.
///
/// Swift ends the process if an allocation fails. Before one that is large, as for a body of a gigabyte
/// under a memory limit, the C allocator is asked, which says so.
package enum MemoryProbe {
    /// Allocations below this size are not tested.
    private static let leastSize = 1 << 26

    /// Returns whether memory of a size can be allocated at this moment.
    package static func canAllocate(_ byteCount: Int) -> Bool {
        if byteCount < leastSize { return true }
        guard let memory = malloc(byteCount) else { return false }
        free(memory)
        return true
    }
}
