import Foundation
import Quire

/// The hotels for documents: those of the travel sample if it exists next to the repository,
/// otherwise generated ones.
enum Hotels {
    /// Returns the JSON of each hotel.
    static func lines() throws -> [Data] {
        try texts.get().map { Data($0.utf8) }
    }

    /// Returns the bodies of the hotels, with common shared keys.
    static func bodies() throws -> [FleeceStorage] {
        try SharedBody.storages(of: texts.get())
    }

    private static let texts = Result { try load() }

    private static func load() throws -> [String] {
        let file = RepositoryFolder.url.deletingLastPathComponent()
            .appending(path: "shared/data/hotels.jsonl")
        guard FileManager.default.fileExists(atPath: file.path) else {
            Console.complain("\(file.path) does not exist; using generated hotels")
            return GeneratedHotels.texts(count: 350)
        }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
