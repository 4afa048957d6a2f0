#if Replication
    /// Lets other tasks run after a task has received many bytes.
    ///
    /// A socket that has always something to read would otherwise occupy a thread for as long as its
    /// peer sends.
    struct BLIPReadingTurn {
        /// The number of bytes after which other tasks run.
        private static let byteCount = 256 << 10
        /// What is added for each frame, so that many short ones count as well.
        private static let frameCost = 4 << 10

        private var rest = BLIPReadingTurn.byteCount

        /// Notes a frame.
        ///
        /// - Parameter byteCount: The size of its contents.
        mutating func add(_ byteCount: Int) async {
            rest -= byteCount + Self.frameCost
            guard rest <= 0 else { return }
            rest = Self.byteCount
            await Task.yield()
        }
    }
#endif
