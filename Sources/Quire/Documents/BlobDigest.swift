import Foundation

// What a blob is called, in documents and on disk.
//
//   in a document   sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=
//   its file             Lve95gjOVATpfV8EL5X4nxwjKHE=.blob     with "_" for each "/"
//
// The middle is base64 of 20 bytes: 27 characters and one "=". 27 characters hold two bits more than
// 20 bytes do; they must be zero, so that a blob has one name only.

/// The SHA-1 digest that names a blob.
///
/// Whatever text comes from a document or from a folder, a digest is 20 bytes; file names are made of
/// those, never of the text.
struct BlobDigest: Hashable, Sendable {
    /// The number of bytes of a digest.
    static let byteCount = 20

    private static let textPrefix = "sha1-"
    private static let fileSuffix = ".blob"

    /// The digest.
    let bytes: [UInt8]

    /// Takes a digest.
    ///
    /// - Parameter bytes: The 20 bytes.
    /// - Precondition: There are 20 of them.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a digest has \(Self.byteCount) bytes")
        self.bytes = bytes
    }

    private init?(base64 text: some StringProtocol) {
        // Text that is not exactly what the bytes are written as is another name, hence none.
        guard text.utf8.count == 28, let bytes = Data(base64Encoded: String(text)),
            bytes.count == Self.byteCount, bytes.base64EncodedString().utf8.elementsEqual(text.utf8)
        else { return nil }
        self.bytes = Array(bytes)
    }

    private var base64: String { Data(bytes).base64EncodedString() }
}

extension BlobDigest: LosslessStringConvertible {
    /// Reads a digest as documents have it.
    ///
    /// - Parameter text: `sha1-` and 28 characters of base64; anything else is no digest.
    init?(_ text: String) {
        guard text.utf8.starts(with: Self.textPrefix.utf8) else { return nil }
        self.init(base64: Substring(text.utf8.dropFirst(Self.textPrefix.utf8.count)))
    }

    /// The text that documents have.
    var description: String { Self.textPrefix + base64 }
}

extension BlobDigest {
    /// The name of the blob's file.
    var fileName: String {
        base64.replacingOccurrences(of: "/", with: "_") + Self.fileSuffix
    }

    /// Reads the name of a blob's file.
    ///
    /// - Parameter fileName: The name; anything that ``fileName`` would not give is no blob's.
    init?(fileName: String) {
        guard fileName.hasSuffix(Self.fileSuffix), !fileName.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        let name = fileName.dropLast(Self.fileSuffix.count)
        self.init(base64: name.replacingOccurrences(of: "_", with: "/"))
    }
}
