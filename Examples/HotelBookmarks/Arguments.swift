import Foundation
import Quire

/// What the example was asked to do.
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
                    throw UsageError(description: "--folder takes one folder")
                }
                folder = path
            } else if word.hasPrefix("-") {
                throw UsageError(description: "there is no option \(word)")
            } else {
                guard file == nil else { throw UsageError(description: "one file is enough") }
                file = word
            }
        }
        guard let url = file.map({ URL(filePath: $0) }) ?? Self.shippedHotels else {
            throw UsageError(description: "the hotels that come with the example are missing")
        }
        self.file = url
        self.folder = folder ?? (file == nil ? Self.freshFolder : Self.guestFolder)
    }

    private static var shippedHotels: URL? {
        resources.url(forResource: "hotels", withExtension: "jsonl")
    }

    /// What comes with the example.
    static var resources: Bundle { Bundle.module }

    /// Where the guest's database stays from run to run.
    private static var guestFolder: String {
        URL(filePath: DatabaseConfiguration().directory)
            .appending(path: "HotelBookmarks/guest").path
    }

    /// A new folder, so that the example without arguments always tells the same story.
    private static var freshFolder: String {
        FileManager.default.temporaryDirectory
            .appending(path: "HotelBookmarks-\(UUID().uuidString)/guest").path
    }
}

/// Writes a line to standard error.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
