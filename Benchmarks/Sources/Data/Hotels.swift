import Foundation
import Quire

/// The hotels that documents are made of: those of the travel sample where that lies beside the
/// repository, else generated ones.
enum Hotels {
    /// The JSON text of each hotel.
    static func lines() throws -> [Data] {
        try texts.get().map { Data($0.utf8) }
    }

    /// The bodies of the hotels, all with the keys of one table.
    static func bodies() throws -> [FleeceStorage] {
        try SharedBody.storages(of: texts.get())
    }

    private static let texts = Result { try load() }

    private static func load() throws -> [String] {
        let file = RepositoryFolder.url.deletingLastPathComponent()
            .appending(path: "shared/data/hotels.jsonl")
        guard FileManager.default.fileExists(atPath: file.path) else {
            Console.complain("\(file.path) is not there; the hotels are generated")
            return GeneratedHotels.texts(count: 350)
        }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
