/// A text that a condition compares with, in memory that stays where it is.
final class ConstantText: @unchecked Sendable {
    // Sendable without a lock: the memory is written before the initializer ends and never again.
    private let memory: UnsafeMutableRawBufferPointer
    private let count: Int

    init(_ text: String) {
        count = text.utf8.count
        memory = .allocate(byteCount: max(count, 1), alignment: 1)
        memory.copyBytes(from: text.utf8)
    }

    /// The text in UTF-8, as long as this lives.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    deinit { memory.deallocate() }
}
