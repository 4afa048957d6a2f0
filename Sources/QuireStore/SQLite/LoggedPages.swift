import Foundation

/// A page of an encrypted file whose tag is another one than that of its bytes.
package struct ChangedPage: Equatable, Sendable {
    /// The number of the page, which begins with 1.
    package let number: Int64
    /// Whether the write-ahead log contains the page, so that the bytes in the file are not read.
    ///
    /// A crash can have left a part of such a page.
    package let isInLog: Bool
}

/// The pages that the committed transactions of a write-ahead log contain.
///
///     header of 32 bytes, with the salts in bytes 16 to 23
///     for each frame: page number (4) | size after a commit, or 0 (4) | salts (8) | checksums (8) | page
///
/// The headers of the frames are readable in the log of an encrypted database, too.
struct LoggedPages {
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    /// The numbers of the pages.
    private(set) var numbers: Set<Int64> = []

    /// Reads a log, whose file can be missing.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - pageSize: The size of a page.
    init(ofLog path: String, pageSize: Int) {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        guard let header = Self.read(file, count: Self.headerLength) else { return }
        let salts = header[16..<24]
        var transaction: [Int64] = []
        // Frames of an earlier generation of the log follow those of the current one.
        while let frame = Self.read(file, count: Self.frameHeaderLength + pageSize),
            frame[8..<16].elementsEqual(salts)
        {
            transaction.append(Self.number(frame[..<4]))
            guard Self.number(frame[4..<8]) > 0 else { continue }
            numbers.formUnion(transaction)
            transaction = []
        }
    }

    private static func read(_ file: FileHandle, count: Int) -> [UInt8]? {
        guard let data = try? file.read(upToCount: count), data.count == count else { return nil }
        return [UInt8](data)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
