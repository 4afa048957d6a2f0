import Fleece
import Quire

/// Checks the body of a document: its encoding, keys, strings and blobs.
struct BodyCheck {
    let row: DocumentCheck.Row
    let keys: SharedKeysOrNone

    /// Runs the check and reports the first finding of each kind.
    func run(_ bytes: [UInt8], _ check: inout BundleCheck) throws {
        let storage: FleeceStorage
        do {
            storage = try bytes.withUnsafeBytes {
                try FleeceStorage(validatingStructureOf: $0, sharedKeys: keys.table)
            }
        } catch let error as FleeceError {
            return try check.find(row.location, "its body is damaged: \(error.message)")
        }
        guard let root = storage.rootDictionary else {
            return try check.find(row.location, "its body is not a dictionary")
        }
        var walk = FuzzRun(keys: keys)
        walk.visit(root, "")
        for finding in walk.findings.values.sorted() { try check.find(row.location, finding) }
        for (digest, length) in walk.blobs {
            check.blobs[digest] =
                check.blobs[digest] ?? BlobMention(location: row.location, length: length)
        }
        if !walk.blobs.isEmpty, !row.flags.contains(.hasBlobs) {
            try check.find(
                row.location,
                "it has a blob but not the attachments flag: compacting in Couchbase Lite would remove "
                    + "the blob's content", isFault: false)
        }
    }
}

/// A reference to a blob in a document.
struct BlobMention {
    /// The location of the document.
    let location: String
    /// The length of the blob in bytes, if the document contains it.
    let length: UInt64?
}

/// A traversal of a validated body, whose size is therefore bounded.
private struct FuzzRun {
    enum Kind { case unknownNumber, textForNumber, badKey, badText, badDigest, parent }

    let keys: SharedKeysOrNone
    var findings: [Kind: String] = [:]
    var blobs: [BlobDigest: UInt64?] = [:]

    mutating func visit(_ dictionary: FleeceDictionary, _ path: String) {
        if dictionary.parent != nil {
            find(.parent, "the dictionary at \(name(path)) inherits from another dictionary")
        }
        for (key, value) in dictionary.storedPairs {
            visit(value, path.isEmpty ? self.key(key, path) : "\(path).\(self.key(key, path))")
        }
        noteBlob(dictionary, path)
    }

    private mutating func visit(_ value: FleeceValue, _ path: String) {
        switch value.kind {
        case .dictionary: if let dictionary = value.dictionary { visit(dictionary, path) }
        case .array:
            guard let array = value.array else { return }
            for index in array.indices { visit(array[index], "\(path)[\(index)]") }
        case .string: if value.string == nil { find(.badText, "the text at \(path) is not UTF-8") }
        default: break
        }
    }

    /// Checks a key and returns its name for messages.
    private mutating func key(_ key: FleeceStoredKey, _ path: String) -> String {
        switch key {
        case .number(let number):
            if let name = keys.table.name(for: number) { return name }
            if keys.isKnown {
                find(
                    .unknownNumber,
                    "\(name(path)) contains the shared key \(number), but there are "
                        + "\(keys.table.count) shared keys")
            }
            return "#\(number)"
        case .text(nil):
            find(.badKey, "a key at \(name(path)) is not UTF-8")
            return "?"
        case .text(let text?):
            if let number = keys.table.number(for: text) {
                find(
                    .textForNumber,
                    "\(name(path)) contains the key \(text.debugDescription) as a string instead of "
                        + "the shared key \(number): queries do not find it")
            }
            return text
        }
    }

    private mutating func noteBlob(_ dictionary: FleeceDictionary, _ path: String) {
        guard dictionary["@type"]?.string == Blob.blobType,
            let text = dictionary[Blob.blobDigestProperty]?.string
        else { return }
        guard let digest = BlobDigest(text) else {
            return find(.badDigest, "the blob at \(path) has the digest \(text.debugDescription)")
        }
        blobs[digest] = dictionary[Blob.blobLengthProperty]?.uint64
    }

    private mutating func find(_ kind: Kind, _ message: String) {
        findings[kind] = findings[kind] ?? message
    }

    private func name(_ path: String) -> String { path.isEmpty ? "the top" : path }
}
