import QuireFormats

#if PostgreSQL
    import Fleece
    import Foundation
    import Quire

    /// Documents whose values JSON cannot represent, in collections with unusual names.
    enum CopyTestData {
        static let ids = [
            "a", "é", "e\u{301}", "hotel 1", "x'; DROP TABLE t; --", "a\"b\\c", "🏨", "%", "a*b?",
            String(repeating: "i", count: 240),
        ]

        static let collections = [
            ("hotels", nil), ("a-b%c", "Z_1"), ("x", "y"),
            (String(repeating: "n", count: 120), "s"),
            ("empty", nil),
        ]

        /// Writes one body for each ID.
        private static func write(_ number: Int, to writer: FleeceWriter) {
            writer.beginDictionary()
            func write(_ key: String, _ body: () -> Void) {
                writer.writeKey(key)
                body()
            }
            write("data") { [UInt8](0...UInt8(number)).withUnsafeBytes { writer.write(data: $0) } }
            write("negative zero") { writer.write(-0.0) }
            write("zero") { writer.write(0.0) }
            write("float") { writer.write(Float(0.1)) }
            write("double") { writer.write(0.1) }
            write("integral double") { writer.write(12.0) }
            write("large double") { writer.write(1e20) }
            write("infinity") { writer.write(Double.infinity) }
            write("small") { writer.write(Int64.min) }
            write("big") { writer.write(UInt64.max) }
            write("number") { writer.write(Int64(number)) }
            write("nul \u{0} key") { writer.write("a\u{0}b") }
            write("composed é") { writer.write("é e\u{301} \u{fffd} 🏨") }
            write("") { writer.writeNull() }
            write("list") {
                writer.beginArray()
                for value in [true, false] { writer.write(value) }
                writer.beginDictionary()
                write("type") { writer.write("nested") }
                writer.endDictionary()
                writer.endArray()
            }
            write("type") { writer.write("thing") }
            writer.endDictionary()
        }

        static let expiration = Date(timeIntervalSince1970: 4_102_444_800.123)
        static let photo = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })

        /// Fills a database.
        static func fill(_ database: any DocumentDatabase) throws {
            let stores =
                try [try database.defaultStore()]
                + collections.map { try database.createStore(named: $0.0, scope: $0.1) }
            for store in stores where !store.fullName.hasSuffix("empty") {
                for (number, id) in ids.enumerated() {
                    _ = try store.save { writer in
                        write(number, to: writer)
                        return WriteTarget(id: id, if: .any)
                    }
                }
                _ = try store.setExpiration(expiration, of: ids[1])
                for id in ["deleted", "also 'deleted'", "e\u{301}-deleted"] {
                    _ = try store.save { writer in
                        try JSONReader.read("{}", into: writer)
                        return WriteTarget(id: id, if: .any)
                    }
                    _ = try store.delete(id: id, if: .any)
                }
            }
            let store = stores[0]
            guard let blobs = store.blobStorage else { return }
            for (number, content) in [photo, Data(), Data("a".utf8)].enumerated() {
                let blob = try blobs.install(content)
                _ = try store.save { writer in
                    try JSONReader.read(
                        """
                        {"image":[{"@type":"blob","digest":"\(blob.digest)","length":\
                        \(blob.length)}]}
                        """, into: writer)
                    return WriteTarget(id: "blob-\(number)", if: .any)
                }
            }
        }

        /// Everything that a copy must contain, as text.
        static func contents(of database: any DocumentDatabase) throws -> [String] {
            var lines: [String] = []
            for store in try database.stores() {
                lines.append("collection \(store.fullName)")
                try store.forEachRecord { record in
                    lines.append(
                        "\(record.id.utf8.map { String($0) }) \(text(of: record.body.value))")
                    if let date = try store.expiration(of: record.id) {
                        lines.append("expires \(date.timeIntervalSince1970)")
                    }
                    if let text = record.body["image"]?.array?[0].dictionary?["digest"]?.string,
                        let digest = BlobDigest(text)
                    {
                        let content = try store.blobStorage?.read(digest, length: nil)
                        lines.append("blob of \(content?.count ?? -1) bytes")
                    }
                }
                let deleted = try store.changes(since: 0, limit: 100_000).filter(\.isDeleted)
                lines += deleted.map { "deleted \($0.id.utf8.map { String($0) })" }.sorted()
            }
            return lines
        }

        /// A text that differs for all values that differ.
        private static func text(of value: FleeceValue) -> String {
            switch value.kind {
            case .float, .double: "number \(value.double?.bitPattern ?? 0)"
            case .integer: "integer \(value.uint64.map { "\($0)" } ?? "\(value.int64 ?? 0)")"
            case .string: "string \(value.string?.utf8.map { $0 } ?? [])"
            case .data: "data \(value.data.map { [UInt8]($0) } ?? [])"
            case .array: "[\(value.array?.map { text(of: $0) }.joined(separator: ",") ?? "")]"
            case .dictionary:
                "{"
                    + (value.dictionary?.map {
                        "\($0.key.utf8.map { $0 }): \(text(of: $0.value))"
                    } ?? []).sorted().joined(separator: ",") + "}"
            default: "\(value.kind)"
            }
        }
    }
#endif
