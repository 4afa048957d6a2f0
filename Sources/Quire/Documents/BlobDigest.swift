public import Foundation

// What a blob is called, in documents and on disk.
//
//   in a document   sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=
//   its file             Lve95gjOVATpfV8EL5X4nxwjKHE=.blob     with "_" for each "/"
//
// The middle is base64 of 20 bytes: 27 characters and one "=". 27 characters hold two bits more
// than 20 bytes do; they must be zero, so that a blob has one name only.

/// The SHA-1 digest that identifies the content of a blob.
///
/// A digest always has 20 bytes. File names are derived from the bytes, never from the text of a
/// document.
public struct BlobDigest: Hashable, Sendable {
    /// The number of bytes of a digest.
    static let byteCount = 20

    private static let textPrefix = "sha1-"
    private static let fileSuffix = ".blob"

    /// The bytes of the digest.
    public let bytes: [UInt8]

    /// Computes the digest of a content.
    ///
    /// - Parameter content: The content.
    /// - Complexity: O(*n*) in the length of the content.
    public init(of content: Data) {
        var hash = SHA1()
        content.withUnsafeBytes { hash.update($0) }
        self.init(hash.digest)
    }

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
    /// Parses a digest in the form that documents contain.
    ///
    /// - Parameter text: `sha1-` and 28 characters of base64. The initializer returns `nil` for
    ///   other text.
    public init?(_ text: String) {
        guard text.utf8.starts(with: Self.textPrefix.utf8) else { return nil }
        self.init(base64: Substring(text.utf8.dropFirst(Self.textPrefix.utf8.count)))
    }

    /// The form that documents contain.
    public var description: String { Self.textPrefix + base64 }
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
