#if Replication
    import Foundation

    /// A recording of the messages between two databases.
    struct Recording: Sendable {
        let name: String
        let header: Header
        let lines: [RecordingLine]

        /// The first line.
        struct Header: Decodable, Sendable {
            let client: String
            let server: String
            let connections: Int
            let messages: Int
            /// The documents of the server and of each device at the end.
            let end: [String: [JSONValue]]
        }

        static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/replication-recordings").standardizedFileURL

        /// The names of all recordings.
        static func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
        }

        /// Reads a recording.
        init(_ name: String) throws {
            let lines = try Self.lines(of: "\(name).jsonl")
            self.name = name
            let decoder = JSONDecoder()
            header = try decoder.decode(Header.self, from: lines.first ?? Data())
            self.lines = try lines.dropFirst().map {
                try decoder.decode(RecordingLine.self, from: $0)
            }
        }

        /// Reads the lines of a file of the folder.
        static func lines(of file: String) throws -> [Data] {
            try Data(contentsOf: folder.appending(path: file)).split(separator: UInt8(ascii: "\n"))
                .map { Data($0) }
        }

        /// The messages in the order of completion.
        var messages: [RecordedMessage] { lines.compactMap { RecordedMessage($0) } }
    }
#endif
