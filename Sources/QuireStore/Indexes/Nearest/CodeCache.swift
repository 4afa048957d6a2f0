import QuirePlatform
import QuireSearch

/// The chunks of codes that searches of a file keep in memory.
///
/// A chunk never changes, and its first slot is never used for another one.
package final class CodeCache: Sendable {
    private struct Key: Hashable {
        let table: String
        let dimensions: Int
        let slot: Int64
    }

    private struct State {
        var chunks: [Key: (chunk: CodeChunk, lastUse: UInt64)] = [:]
        var size = 0
        var use: UInt64 = 0
        var limit = 0
    }

    private let state = Mutex(State())

    /// Raises the maximum size to a number of bytes, unless it is greater already.
    func raiseLimit(to limit: Int) {
        state.withLock { $0.limit = max($0.limit, limit) }
    }

    /// The maximum size, in bytes.
    package var limit: Int { state.withLock(\.limit) }

    /// The size of the chunks in memory, in bytes.
    package var size: Int { state.withLock(\.size) }

    /// Returns the chunk from a slot on, which a closure reads if it is not in memory.
    func chunk(
        of table: String, dimensions: Int, from slot: Int64, read: () throws -> CodeChunk
    ) throws -> CodeChunk {
        let key = Key(table: table, dimensions: dimensions, slot: slot)
        let known = state.withLock { state in
            state.use += 1
            state.chunks[key]?.lastUse = state.use
            return state.chunks[key]?.chunk
        }
        if let known { return known }
        let chunk = try read()
        state.withLock { state in
            let former = state.chunks.updateValue((chunk, state.use), forKey: key)
            state.size += chunk.size - (former?.chunk.size ?? 0)
            Self.shrink(&state)
        }
        return chunk
    }

    /// Removes the chunks that were not used for the longest time, until three quarters of the limit
    /// are used.
    private static func shrink(_ state: inout State) {
        guard state.size > state.limit else { return }
        for (key, entry) in state.chunks.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            if state.size <= state.limit / 4 * 3 { break }
            state.chunks[key] = nil
            state.size -= entry.chunk.size
        }
    }
}
