import QuirePlatform

/// Bytes of a key, in memory of their own that is overwritten at the end.
///
/// The memory is not written to a swap file, as far as the system permits it. The bytes appear in no
/// description.
// `@unchecked Sendable`: the bytes do not change after the initialization, so no lock is needed.
package final class SecretBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let isLocked: Bool

    /// Creates bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - fill: A closure that writes them. The memory contains zeros before.
    package init(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        memory = .allocate(byteCount: count, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        // A process may lock little memory, and the bytes are needed without it as well.
        isLocked = MemoryLocks.lock(memory)
        try fill(memory)
    }

    /// Creates a copy of bytes.
    package convenience init(_ bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    deinit {
        Self.erase(memory)
        if isLocked { MemoryLocks.unlock(memory) }
        memory.deallocate()
    }

    /// The number of bytes.
    package var count: Int { memory.count }

    /// Calls a closure with the bytes, which are valid only during the call.
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(memory))
    }

    /// Overwrites memory, which the compiler does not leave out.
    package static func erase(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        #if canImport(Darwin)
            _ = memset_s(start, memory.count, 0, memory.count)
        #else
            explicit_bzero(start, memory.count)
        #endif
    }

    /// Compares bytes in a time that does not depend on them.
    package static func areEqual(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Bool
    {
        zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
