import Foundation
import Quire

/// The command-line arguments.
struct Arguments {
    let file: URL
    let folder: String

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ words: some Sequence<String>) throws(UsageError) {
        var file: String?
        var folder: String?
        var words = words.makeIterator()
        while let word = words.next() {
            if word == "--folder" {
                guard let path = words.next(), folder == nil else {
                    throw UsageError(description: "--folder needs one folder")
                }
                folder = path
            } else if word.hasPrefix("-") {
                throw UsageError(description: "unknown option \(word)")
            } else {
                guard file == nil else { throw UsageError(description: "more than one file") }
                file = word
            }
        }
        guard let url = file.map({ URL(filePath: $0) }) ?? Self.shippedHotels else {
            throw UsageError(description: "hotels.jsonl is missing in the resources of the example")
        }
        self.file = url
        self.folder = folder ?? (file == nil ? Self.freshFolder : Self.guestFolder)
    }

    private static var shippedHotels: URL? {
        resources.url(forResource: "hotels", withExtension: "jsonl")
    }

    /// The resources of the example.
    static var resources: Bundle { Bundle.module }

    /// The folder of the guest's database, which is kept between runs.
    private static var guestFolder: String {
        URL(filePath: DatabaseConfiguration().directory)
            .appending(path: "HotelBookmarks/guest").path
    }

    /// A new folder, so that the example always prints the same output without arguments.
    private static var freshFolder: String {
        FileManager.default.temporaryDirectory
            .appending(path: "HotelBookmarks-\(UUID().uuidString)/guest").path
    }
}

/// Writes a line to standard error.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
