public import Foundation

// The digest of a blob in a document, and the name of its file:
//
//   in a document   sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=
//   file name            Lve95gjOVATpfV8EL5X4nxwjKHE=.blob     with "_" for each "/"
//
// The middle part is the base64 encoding of 20 bytes: 27 characters and one "=". 27 characters
// encode two more bits than 20 bytes. These bits must be zero, so that each digest has exactly one
// representation.

/// The SHA-1 digest that identifies the content of a blob.
///
/// A digest always has 20 bytes. File names are derived from the bytes, never from the text of a
/// document.
///
/// ```swift
/// let digest = BlobDigest(of: photograph)
/// if let photo = document.blob(forKey: "photo") {
///     print(photo.digest == digest.description)  // true
/// }
/// ```
public struct BlobDigest: Hashable, Sendable {
    /// The number of bytes of a digest.
    static let byteCount = 20

    private static let textPrefix = "sha1-"
    private static let fileSuffix = ".blob"

    /// The bytes of the digest.
    public let bytes: [UInt8]

    /// Computes the digest of the given content.
    ///
    /// - Parameter content: The complete content of a blob, which may be empty.
    /// - Complexity: O(*n*) in the length of the content.
    public init(of content: Data) {
        var hash = SHA1()
        content.withUnsafeBytes { hash.update($0) }
        self.init(hash.digest)
    }

    /// Creates a digest from its bytes.
    ///
    /// - Parameter bytes: The 20 bytes of the digest.
    /// - Precondition: The array has 20 elements.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a digest has \(Self.byteCount) bytes")
        self.bytes = bytes
    }

    private init?(base64 text: some StringProtocol) {
        // Each digest has exactly one representation. Any other spelling is rejected.
        guard text.utf8.count == 28, let bytes = Data(base64Encoded: String(text)),
            bytes.count == Self.byteCount, bytes.base64EncodedString().utf8.elementsEqual(text.utf8)
        else { return nil }
        self.bytes = Array(bytes)
    }

    private var base64: String { Data(bytes).base64EncodedString() }
}

extension BlobDigest: LosslessStringConvertible {
    /// Parses a digest in the format used in documents.
    ///
    /// - Parameter text: `sha1-` and 28 base64 characters. The initializer returns `nil` for any
    ///   other string.
    public init?(_ text: String) {
        guard text.utf8.starts(with: Self.textPrefix.utf8) else { return nil }
        self.init(base64: Substring(text.utf8.dropFirst(Self.textPrefix.utf8.count)))
    }

    /// The format used in documents.
    public var description: String { Self.textPrefix + base64 }
}

extension BlobDigest {
    /// The name of the blob's file.
    package var fileName: String {
        base64.replacingOccurrences(of: "/", with: "_") + Self.fileSuffix
    }

    /// Parses the name of a blob's file.
    ///
    /// - Parameter fileName: A file name. The initializer returns `nil` for names that ``fileName``
    ///   cannot have.
    package init?(fileName: String) {
        guard fileName.hasSuffix(Self.fileSuffix), !fileName.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        let name = fileName.dropLast(Self.fileSuffix.count)
        self.init(base64: name.replacingOccurrences(of: "_", with: "/"))
    }
}
