import Quire

/// Checks the blobs: those that documents reference, and the files in the attachment directory.
enum BlobCheck {
    static func run(_ check: inout BundleCheck) throws {
        var missing = check.blobs
        for (name, digest) in try check.reader.blobs.files() {
            guard let digest else {
                try check.find("Attachments/\(name)", "not a blob", isFault: false)
                continue
            }
            check.count(\.blobs)
            try checkContent(of: digest, named: name, check: &check)
            if missing.removeValue(forKey: digest) == nil {
                try check.find(
                    "Attachments/\(name)", "no document has this blob; compacting removes it",
                    isFault: false)
            }
        }
        for (digest, mention) in missing.sorted(by: { $0.value.location < $1.value.location }) {
            try check.find(mention.location, "the content of its blob \(digest) is missing")
        }
    }

    private static func checkContent(
        of digest: BlobDigest, named name: String, check: inout BundleCheck
    ) throws {
        let location = "Attachments/\(name)"
        do {
            guard let content = try check.reader.blobs.check(digest) else { return }
            if !content.isIntact {
                try check.find(location, "the content is damaged: it does not match the digest")
            } else if let mention = check.blobs[digest], let said = mention.length,
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
