import Quire

/// Checks the blobs: those that documents reference, and the files in the attachment directory.
enum BlobCheck {
    static func run(_ check: inout BundleCheck) throws {
        // The name of a file is that of its digest, or of a digest of it in an encrypted database.
        let expected = try check.blobs.map {
            (try check.reader.blobs.named($0.key), (digest: $0.key, mention: $0.value))
        }
        var missing = Dictionary(expected) { first, _ in first }
        for (name, digest) in try check.reader.blobs.files() {
            guard let digest else {
                try check.find("Attachments/\(name)", "not a blob", isFault: false)
                continue
            }
            check.count(\.blobs)
            try checkContent(of: digest, named: name, of: missing[digest], check: &check)
            if missing.removeValue(forKey: digest) == nil {
                try check.find(
                    "Attachments/\(name)", "no document has this blob; compacting removes it",
                    isFault: false)
            }
        }
        for (digest, mention) in missing.values
            .sorted(by: { $0.mention.location < $1.mention.location })
        {
            try check.find(mention.location, "the content of its blob \(digest) is missing")
        }
    }

    private static func checkContent(
        of fileDigest: BlobDigest, named name: String,
        of blob: (digest: BlobDigest, mention: BlobMention)?, check: inout BundleCheck
    ) throws {
        let location = "Attachments/\(name)"
        do {
            guard let content = try check.reader.blobs.check(fileDigest) else { return }
            if !content.isIntact {
                try check.find(location, "the content is damaged: it does not match the digest")
            } else if let (digest, mention) = blob, let said = mention.length,
                said != content.length
            {
                try check.find(
                    mention.location,
                    "its blob \(digest) has \(content.length) bytes; it says \(said)"
                )
            }
        } catch let error as QuireError {
            try check.find(location, error.message)
        }
    }
}
