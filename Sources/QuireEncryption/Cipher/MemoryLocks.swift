import QuirePlatform

/// The locks that keep memory of keys out of swap files.
///
/// The system locks whole pages, and does not count: to unlock the memory of one key would also unlock that of
/// another one in the same page. So the pages are counted here.
enum MemoryLocks {
    private static let pageSize = UInt(max(getpagesize(), 1))

    /// The number of keys in each locked page, by the address of the page.
    private static let counts = Mutex<[UInt: Int]>([:])

    /// Locks memory.
    ///
    /// - Parameter memory: The memory.
    /// - Returns: Whether the memory is locked. A process may lock little memory.
    static func lock(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
        guard let pages = pages(of: memory) else { return false }
        return counts.withLock { counts in
            guard mlock(memory.baseAddress, memory.count) == 0 else { return false }
            for page in pages { counts[page, default: 0] += 1 }
            return true
        }
    }

    /// Unlocks the pages of memory that was locked, unless other keys are in them.
    ///
    /// - Parameter memory: The memory.
    static func unlock(_ memory: UnsafeMutableRawBufferPointer) {
        guard let pages = pages(of: memory) else { return }
        counts.withLock { counts in
            for page in pages {
                let count = counts[page, default: 1] - 1
                counts[page] = count > 0 ? count : nil
                if count == 0 { _ = munlock(UnsafeRawPointer(bitPattern: page), Int(pageSize)) }
            }
        }
    }

    /// Returns the addresses of the pages that contain memory, or `nil` if it is empty.
    private static func pages(
        of memory: UnsafeMutableRawBufferPointer
    ) -> StrideThrough<UInt>? {
        guard let start = memory.baseAddress, !memory.isEmpty else { return nil }
        let first = UInt(bitPattern: start)
        let last = first + UInt(memory.count) - 1
        return stride(from: first / pageSize * pageSize, through: last, by: Int(pageSize))
    }
}
