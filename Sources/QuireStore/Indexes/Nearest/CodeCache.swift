import QuirePlatform
import QuireSearch

/// The chunks of codes that searches of a file keep in memory.
///
/// A chunk never changes, and its first slot is never used for another one.
package final class CodeCache: Sendable {
    private struct Key: Hashable {
        let table: String
        let slot: Int64
    }

    private struct State {
        var chunks: [Key: (chunk: CodeChunk, lastUse: UInt64)] = [:]
        var size = 0
        var use: UInt64 = 0
        var limit = CodeCache.defaultLimit
    }

    /// The size that the codes of a million vectors with 384 dimensions have.
    package static let defaultLimit = 64 << 20

    private let state = Mutex(State())

    /// Sets the maximum size, in bytes.
    package func setLimit(_ limit: Int) {
        state.withLock { state in
            state.limit = max(limit, 0)
            Self.shrink(&state)
        }
    }

    /// Returns the chunk from a slot on, which a closure reads if it is not in memory.
    func chunk(
        of table: String, from slot: Int64, read: () throws -> CodeChunk
    ) throws -> CodeChunk {
        let key = Key(table: table, slot: slot)
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
