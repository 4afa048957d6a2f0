import Quire

/// Bodies with shared keys, as stored in a database.
enum SharedBody {
    static func storage(of json: String) throws -> FleeceStorage {
        try storages(of: [json])[0]
    }

    /// Creates a body from each text, with common shared keys.
    static func storages(of texts: [String]) throws -> [FleeceStorage] {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        let bodies = try texts.map {
            try JSONReader.read($0, into: writer)
            return try writer.finish()
        }
        return bodies.map { FleeceStorage($0, sharedKeys: keys.snapshot) }
    }
}
