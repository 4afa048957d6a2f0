import Foundation

/// A test for whether memory can be allocated.
///
/// Swift ends the process if an allocation fails. Before a large allocation, for example for a body
/// of a gigabyte under a memory limit, the test requests the memory from the C allocator, which
/// reports a failure.
package enum MemoryProbe {
    /// The size below which allocations are not tested.
    private static let leastSize = 1 << 26

    /// Returns whether memory of a size can currently be allocated.
    package static func canAllocate(_ byteCount: Int) -> Bool {
        if byteCount < leastSize { return true }
        guard let memory = malloc(byteCount) else { return false }
        free(memory)
        return true
    }
}
