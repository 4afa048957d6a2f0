package import Fleece
import Foundation

/// The memory of the values that an evaluation creates.
package final class ValueMemory {
    /// The storages of the values.
    private var storages: [FleeceStorage] = []
    /// Storages for borrowed memory, which must not outlive that memory.
    private var loans: [FleeceStorage] = []
    private var blocks: [UnsafeMutableRawPointer] = []
    /// Whether there is nothing to free, which is checked for each row of a statement.
    private var isEmpty = true

    package init() {}

    deinit { clear() }

    /// Frees all memory.
    ///
    /// Values in this memory must not be used afterward.
    package func clear() {
        if !isEmpty { freeAll() }
    }

    private func freeAll() {
        isEmpty = true
        if !storages.isEmpty { storages.removeAll(keepingCapacity: true) }
        if !loans.isEmpty {
            for index in loans.indices {
                precondition(
                    isKnownUniquelyReferenced(&loans[index]),
                    "a value outlives the bytes that it was read from")
            }
            loans.removeAll(keepingCapacity: true)
        }
        if !blocks.isEmpty {
            for block in blocks { free(block) }
            blocks.removeAll(keepingCapacity: true)
        }
    }

    /// Retains a storage.
    package func keep(_ storage: FleeceStorage) {
        isEmpty = false
        storages.append(storage)
    }

    /// Creates a storage for borrowed bytes, which must remain valid until ``clear()``.
    package func borrow(
        _ bytes: UnsafeRawBufferPointer, sharedKeys: SharedKeys = .empty
    ) -> FleeceStorage {
        let storage = FleeceStorage(borrowing: bytes, sharedKeys: sharedKeys)
        isEmpty = false
        loans.append(storage)
        return storage
    }

    // MARK: Making values

    /// Takes ownership of a block that `malloc` returned.
    package func adopt(_ block: UnsafeMutableRawPointer) {
        isEmpty = false
        blocks.append(block)
    }

    /// Releases the ownership of the block at an address.
    ///
    /// The caller must free it.
    ///
    /// - Returns: Whether the address is that of the last block.
    package func release(_ address: UnsafeRawPointer) -> Bool {
        guard blocks.last.map({ UnsafeRawPointer($0) == address }) == true else { return false }
        blocks.removeLast()
        return true
    }

    private func copy(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FunctionFailure) -> UnsafeRawBufferPointer {
        guard let source = bytes.baseAddress, !bytes.isEmpty else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        guard let block = malloc(bytes.count) else { throw .outOfMemory }
        block.copyMemory(from: source, byteCount: bytes.count)
        adopt(block)
        return UnsafeRawBufferPointer(start: block, count: bytes.count)
    }

    /// Returns whether a block can be allocated.
    ///
    /// Small blocks are not tested.
    private static func hasMemory(_ count: Int) -> Bool {
        if count < 1 << 20 { return true }
        guard let block = malloc(count) else { return false }
        free(block)
        return true
    }

    /// Returns a copy of a string.
    package func string(_ text: String) throws(FunctionFailure) -> LanguageValue {
        var text = text
        // `withUTF8` does not rethrow typed errors.
        let copied = text.withUTF8 { bytes in
            Result { () throws(FunctionFailure) in try copy(UnsafeRawBufferPointer(bytes)) }
        }
        return .string(try copied.get())
    }

    /// Returns an array or dictionary that a closure encodes.
    ///
    /// - Throws: ``FunctionFailure`` if the value is nested too deeply, is too large, or the query
    ///   must end.
    package func collection(
        _ work: WorkMeter, _ encode: (FleeceWriter) -> FleeceSlot
    ) throws(FunctionFailure) -> LanguageValue {
        let writer = FleeceWriter()
        writer.interruption = work.interruption
        writer.write(encode(writer))
        let copied: FleeceStorage?
        do {
            copied = try writer.withFinishedBytes { bytes in
                Self.hasMemory(bytes.count) ? FleeceStorage(copying: bytes) : nil
            }
        } catch {
            throw .unwritable(error, work)
        }
        guard let storage = copied else { throw .outOfMemory }
        keep(storage)
        let collection = LanguageCollection(document: storage)
        return switch storage.root?.kind {
        case .array: .array(collection)
        case .data: .data(collection)
        default: .dictionary(collection)
        }
    }

    /// Returns a copy of a value in this memory, as if it were read from a separate document.
    package func copy(_ value: LanguageValue) throws(FunctionFailure) -> LanguageValue {
        switch value {
        case .string(let bytes): .string(try copy(bytes))
        case .data, .array, .dictionary: try collection(WorkMeter(nil), value.encoded)
        default: value
        }
    }
}
