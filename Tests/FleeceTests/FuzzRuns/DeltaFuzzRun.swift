import Fleece

/// A run that reads a JSON array of a body, a delta and another body.
///
/// It applies the delta, which is not trusted, and the delta between both bodies.
enum DeltaFuzzRun {
    static func run(_ bytes: UnsafeRawBufferPointer) throws {
        let writer = FleeceWriter()
        guard (try? JSONReader.read(bytes, into: writer)) != nil, let body = try? writer.finish(),
            let items = FleeceStorage(body).root?.array, items.count == 3,
            let old = items[0].dictionary, let new = items[2].dictionary
        else { return }
        try apply(items[1], to: old, limit: 4 * bytes.count + 64)
        let delta = try FleeceStorage(json: String(decoding: old.delta(to: new), as: UTF8.self))
        guard let root = delta.root else { throw FuzzFailure("a delta has no root") }
        let changed = FleeceStorage(try old.applying(root))
        try require(
            try changed.root?.json(.canonical) == new.value.json(.canonical),
            "a delta gives the new body")
    }

    private static func apply(_ delta: FleeceValue, to old: FleeceDictionary, limit: Int) throws {
        let result: [UInt8]
        do {
            result = try old.applying(delta)
        } catch is DeltaError {
            return
        } catch is FleeceError {
            return
        }
        try require(result.count <= limit, "a changed body is as large as its parts at most")
        try ReaderFuzzRun.requireValid(result, "a changed body")
    }
}
