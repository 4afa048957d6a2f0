import Fleece

/// A run that reads bytes as unvalidated Fleece: alone, in two halves of which the second points
/// into the first, and as a table of shared keys.
enum ReaderFuzzRun {
    /// A table of short keys, which are likely to occur in inputs.
    static let sharedKeys: SharedKeys = {
        let keys = MutableSharedKeys()
        for name in ["a", "b", "type", "name", "_id", "n-1", "0123456789abcdef"] {
            _ = keys.number(for: name)
        }
        return keys.snapshot
    }()

    static func run(_ bytes: UnsafeRawBufferPointer) throws {
        try FleeceStorage.withBorrowed(bytes, sharedKeys: sharedKeys) { try read($0) }
        // Fleece has an even number of bytes, so each half needs an even number, too.
        if bytes.count.isMultiple(of: 4) {
            let middle = bytes.count / 4 * 2
            let extern = FleeceStorage(copying: .init(rebasing: bytes[..<middle]))
            let rest = UnsafeRawBufferPointer(rebasing: bytes[middle...])
            try read(FleeceStorage(copying: rest, sharedKeys: sharedKeys, extern: extern))
        }
        try readTable(bytes)
    }

    private static func read(_ storage: FleeceStorage) throws {
        guard let root = storage.root else { return }
        var walk = FleeceFuzzRun(storage, visits: 5_000, isValidated: false)
        try walk.visit(root)
        try writeJSON(root)
        let writer = FleeceWriter()
        writer.write(copyOf: root)
        if let copy = try? writer.finish() {
            do {
                // Strings are copied unchanged, whether or not they are UTF-8.
                try copy.withUnsafeBytes { _ = try FleeceStorage(validatingStructureOf: $0) }
            } catch {
                throw FuzzFailure("a copy of what cannot be trusted is refused: \(error)")
            }
        }
    }

    /// Requires that a value either cannot be written as JSON or that its JSON can be parsed.
    private static func writeJSON(_ root: FleeceValue) throws {
        for format in [JSONFormat.compact, .canonical] {
            guard let text = try? root.json(format) else { continue }
            guard text.utf8.count < 16 << 10 else { continue }
            do {
                try JSONReader.read(text, into: FleeceWriter())
            } catch {
                throw FuzzFailure("JSON that was written is not JSON: \(error)")
            }
        }
    }

    private static func readTable(_ bytes: UnsafeRawBufferPointer) throws {
        guard let table = try? SharedKeys(encoded: bytes) else { return }
        let again = try table.encoded().withUnsafeBytes { try SharedKeys(encoded: $0) }
        try require(table.count == again.count, "a table that is written has as many keys")
        for number in -1...table.count {
            let name = table.name(for: number)
            try require(name == again.name(for: number), "a table that is written has its keys")
            guard let name, let found = table.number(for: name) else { continue }
            try require(
                table.name(for: found)?.utf8.elementsEqual(name.utf8) == true,
                "a number that was found is that of the key")
        }
    }

    static func requireValid(_ bytes: [UInt8], _ name: String) throws {
        do {
            try bytes.withUnsafeBytes { _ = try FleeceStorage(validating: $0) }
        } catch {
            throw FuzzFailure("\(name) is refused: \(error)")
        }
    }
}
