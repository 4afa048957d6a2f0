/// Bytes that are appended at the end and taken from the front.
package struct ByteQueue: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    package var count: Int { bytes.count - start }

    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ new: some Collection<UInt8>) {
        // Moving the rest costs no more than what was taken before.
        if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Removes and returns bytes at the front.
    ///
    /// - Parameter maximum: The greatest number of bytes, at least 0.
    /// - Returns: All bytes, or the first `maximum` ones.
    package mutating func take(maximum: Int) -> [UInt8] {
        if maximum >= count {
            let all = start == 0 ? bytes : Array(bytes[start...])
            bytes = []
            start = 0
            return all
        }
        let part = Array(bytes[start..<(start + maximum)])
        start += maximum
        return part
    }
}
