package import Foundation

/// The content of a blob, and what documents and files contain for it.
package enum SampleBlob {
    package static let text = "Hello World!"
    package static let content = Data(text.utf8)
    package static let digest = "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE="
    package static let json = """
        {"@type":"blob","content_type":"text/plain","digest":"\(digest)","length":12}
        """

    /// Properties of dictionaries that are not blobs.
    package static let others: [[String: any Sendable]] = [
        [:],
        ["digest": digest],
        ["@type": "blob"],
        ["@type": "Blob", "digest": digest],
        ["@type": 1, "digest": digest],
        ["@type": "blob", "digest": 1],
        ["@type": "blob", "data": 1],
        ["@type": "blob", "digest": digest, "length": "12"],
        ["@type": "blob", "digest": digest, "length": -1],
        ["@type": "blob", "digest": digest, "length": 1.5],
        ["@type": "blob", "digest": digest, "length": Double.nan],
        ["@type": "blob", "digest": digest, "length": true],
        ["@type": "blob", "digest": digest, "content_type": 1],
    ]
}
