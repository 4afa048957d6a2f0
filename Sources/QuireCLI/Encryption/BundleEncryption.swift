import Foundation
import Quire
import QuireFormats

/// How a bundle is encrypted, which can be read without its key.
struct BundleEncryption {
    let keyFile: KeyFile

    /// Reads the key file of a bundle.
    ///
    /// The result is `nil` if the bundle is missing or not encrypted.
    ///
    /// - Parameter path: The path of the bundle.
    /// - Throws: `QuireError` if the key file cannot be read, is damaged or of a later version.
    init?(path: String) throws {
        guard let keyFile = try DatabaseEncryption.keyFile(in: path) else { return nil }
        self.keyFile = keyFile
    }

    private var cipher: String {
        switch keyFile.suite {
        case .aes256GCM: "AES-256-GCM"
        case .chaCha20Poly1305: "ChaCha20-Poly1305"
        }
    }

    /// The encryption as a line of text.
    var text: String {
        switch keyFile.form {
        case .password:
            "\(cipher), password, PBKDF2-HMAC-SHA-256 with \(Spelling.grouped(Int(keyFile.rounds))) rounds"
        case .raw: "\(cipher), key of \(EncryptionKey.length) bytes"
        }
    }

    /// The encryption as JSON.
    var json: JSONNode {
        .object([
            ("cipher", .string(cipher)),
            ("key", .string(keyFile.form == .password ? "password" : "bytes")),
            ("rounds", keyFile.form == .password ? .integer(Int64(keyFile.rounds)) : .null),
        ])
    }
}

/// What is known about an encrypted bundle without its key.
struct EncryptedBundleSummary {
    private let path: String
    private let encryption: BundleEncryption
    private let sizes: [(name: String, bytes: Int64)]

    /// Reads the sizes of the files of a bundle; those of missing files are 0.
    init(path: String, _ encryption: BundleEncryption) {
        self.path = path
        self.encryption = encryption
        sizes = [("fileBytes", "/db.sqlite3"), ("logBytes", "/db.sqlite3-wal")].map { name, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + file)
            return (name, (attributes?[.size] as? NSNumber)?.int64Value ?? 0)
        }
    }

    /// The summary as lines with titles.
    var facts: [(title: String, text: String)] {
        [
            ("bundle", path), ("encryption", encryption.text),
            (
                "size",
                "\(Spelling.bytes(sizes[0].bytes)); log \(Spelling.bytes(sizes[1].bytes))"
            ),
            ("contents", "require \(option.title)"),
        ]
    }

    /// The summary as JSON.
    var json: JSONNode {
        .object(
            [("path", .string(path)), ("encryption", encryption.json)]
                + sizes.map { ($0.name, .integer($0.bytes)) })
    }

    private var option: OptionSpecification {
        encryption.keyFile.form == .password ? .databasePasswordFile : .keyFile
    }
}
