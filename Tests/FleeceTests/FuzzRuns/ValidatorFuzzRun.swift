import Fleece

/// A run that validates bytes as Fleece.
///
/// If they are valid, all values must be readable, and a copy must be equal.
enum ValidatorFuzzRun {
    static func run(_ bytes: UnsafeRawBufferPointer) throws {
        let keys = ReaderFuzzRun.sharedKeys
        guard let storage = try? FleeceStorage(validating: bytes, sharedKeys: keys) else { return }
        guard let root = storage.root else { throw FuzzFailure("what passed has no root") }
        try requireReadable(root)
        let text = try? root.json(.canonical)
        if let text { try requireStable(text) }
        for keys in [nil, MutableSharedKeys(keys)] {
            guard let copy = try copy(root, keys) else { continue }
            guard let text else { continue }
            guard let copyText = try? copy.root?.json(.canonical) else {
                throw FuzzFailure("the copy of a value with JSON has none")
            }
            try require(copyText.utf8.elementsEqual(text.utf8), "a copy has the original's JSON")
        }
    }

    private static func requireReadable(_ root: FleeceValue) throws {
        let limits = FleeceLimits()
        let visits = max(root.storage.count * limits.valuesPerByte, 1024)
        var walk = FleeceFuzzRun(root.storage, visits: visits, isValidated: true)
        try walk.visit(root)
        try require(walk.damage == nil, "what passed is undamaged, but \(walk.damage ?? "")")
        try require(walk.isComplete, "what passed is within the limits")
    }

    private static func copy(
        _ root: FleeceValue, _ keys: MutableSharedKeys?
    ) throws -> FleeceStorage? {
        let writer = FleeceWriter(sharedKeys: keys)
        writer.write(copyOf: root)
        let bytes: [UInt8]
        do {
            bytes = try writer.finish()
        } catch let error as FleeceError {
            let isAllowed = error.reason == .tooLarge || error.reason == .nonFiniteNumber
            try require(isAllowed, "what passed can be copied, but \(error)")
            return nil
        }
        try ReaderFuzzRun.requireValid(bytes, "a copy of what passed")
        return FleeceStorage(bytes, sharedKeys: keys?.snapshot ?? .empty)
    }

    /// Requires that the JSON of a value is stable after the first round trip.
    ///
    /// The first text can differ, because a float has fewer digits than the double parsed from it.
    private static func requireStable(_ text: String) throws {
        guard text.utf8.count < 64 << 10 else { return }
        do {
            let once = try FleeceStorage(json: text).root?.json(.canonical) ?? ""
            let twice = try FleeceStorage(json: once).root?.json(.canonical) ?? ""
            try require(once.utf8.elementsEqual(twice.utf8), "JSON that is read stays the same")
        } catch let error as JSONError {
            throw FuzzFailure("the JSON of what passed is not JSON: \(error)")
        }
    }
}
