import Quire

/// Bodies as a database stores them: with shared keys.
enum SharedBody {
    static func storage(of json: String) throws -> FleeceStorage {
        try storages(of: [json])[0]
    }

    /// Makes one body of each text, all with the keys of one table.
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
