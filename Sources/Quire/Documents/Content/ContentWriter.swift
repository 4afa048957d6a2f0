import Fleece
import Foundation

// What lies in bytes and was not touched is copied as it is. The rest is gone through: collections
// for what was set in them, blobs to be put into the storage.

/// Writes the values of a document.
struct ContentWriter {
    private let writer: FleeceWriter
    /// Where blobs are put, if anywhere: a text of the present state has none.
    private let storage: (any BlobStorage)?
    /// Whether what cannot be saved is an error, otherwise it is null.
    private let isStrict: Bool
    /// Whether the content of a blob that was never saved stands in its place.
    private let inlinesBlobs: Bool
    /// The bytes that were last looked through for blobs, and whether there may be any.
    private var examined: (bytes: FleeceStorage, mayHoldBlobs: Bool)?

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - writer: What is written to.
    ///   - storage: Where blobs are put; `nil` if nothing is to be saved.
    ///   - isStrict: Whether what cannot be saved is an error; otherwise it is null, as in a text of
    ///     the present state.
    ///   - inlinesBlobs: Whether, without a storage, the content of a blob that was never saved stands
    ///     in its place.
    init(
        _ writer: FleeceWriter, puttingBlobsInto storage: (any BlobStorage)?, isStrict: Bool,
        inlinesBlobs: Bool = false
    ) {
        self.writer = writer
        self.storage = storage
        self.isStrict = isStrict
        self.inlinesBlobs = inlinesBlobs
    }

    // MARK: Collections

    /// Writes a dictionary.
    ///
    /// - Parameters:
    ///   - content: The dictionary.
    ///   - path: The way to it.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value cannot be saved, or what
    ///   storing a blob throws.
    mutating func write(
        _ content: DictionaryContent, _ path: ContentPath = ContentPath()
    ) throws {
        defer { if let storage { content.blobs = storage } }
        if content.known.isEmpty, let base = content.base {
            return try copy(base.value, blobs: content.blobs)
        }
        guard let path = path.entering(content) else { throw Self.endless }
        writer.beginDictionary()
        try content.forEachPair { key, form in
            writer.writeKey(key)
            try write(form, blobs: content.blobs, path, key: key)
        }
        writer.endDictionary()
    }

    /// Writes an array.
    ///
    /// - Parameters:
    ///   - content: The array.
    ///   - path: The way to it.
    /// - Throws: As for a dictionary.
    mutating func write(_ content: ArrayContent, _ path: ContentPath = ContentPath()) throws {
        defer { if let storage { content.blobs = storage } }
        if let value = content.untouched { return try copy(value, blobs: content.blobs) }
        guard let path = path.entering(content) else { throw Self.endless }
        writer.beginArray()
        for index in 0..<content.count {
            try write(content.peek(index), blobs: content.blobs, path, key: "\(index)")
        }
        writer.endArray()
    }

    private static var endless: QuireError {
        QuireError(
            .invalidParameter,
            "Collections are nested more than \(FleeceWriter.maximumDepth) levels deep, or one "
                + "contains itself.")
    }

    // MARK: Values

    /// Writes a value of any kind.
    ///
    /// - Parameters:
    ///   - form: The value.
    ///   - blobs: Where the contents of blobs in its bytes are.
    ///   - path: The way to the collection that it is in.
    ///   - key: The value's key or index, for an error.
    /// - Throws: As for a dictionary.
    mutating func write(
        _ form: DocumentValue.Form, blobs: (any BlobStorage)?, _ path: ContentPath = ContentPath(),
        key: @autoclosure () -> String
    ) throws {
        switch form {
        case .missing, .null: writer.writeNull()
        case .boolean(let truth): writer.write(truth)
        case .integer(let number): writer.write(number)
        case .unsigned(let number): writer.write(number)
        case .float(let number): try write(number, key: key()) { writer.write(number) }
        case .double(let number): try write(number, key: key()) { writer.write(number) }
        case .string(let text): writer.write(text)
        case .data(let bytes): bytes.withUnsafeBytes { writer.write(data: $0) }
        case .unwritable(let date):
            try refuse("the date \(date) at \(key().debugDescription) has no year of four digits")
        case .stored(let value): try copy(value, blobs: blobs)
        case .dictionary(let dictionary): try write(dictionary.content, path)
        case .array(let array): try write(array.content, path)
        case .blob(let blob): try write(blob)
        }
    }

    private func write(
        _ number: some BinaryFloatingPoint, key: @autoclosure () -> String, _ write: () -> Void
    ) throws {
        guard number.isNaN else { return write() }
        try refuse("the value at \(key().debugDescription) is not a number")
    }

    /// Refuses a value, which in a text of the present state is null.
    private func refuse(_ reason: String) throws {
        guard !isStrict else {
            throw QuireError(.invalidParameter, "A document cannot be saved: \(reason).")
        }
        writer.writeNull()
    }

    private func write(_ blob: Blob) throws {
        if let storage {
            try blob.write(to: writer, storage: storage)
        } else if inlinesBlobs {
            try blob.writeWithContent(to: writer)
        } else {
            blob.writePresent(to: writer)
        }
    }

    // MARK: Copies

    private mutating func copy(_ value: FleeceValue, blobs: (any BlobStorage)?) throws {
        guard let storage, storage.location != blobs?.location, mayHoldBlobs(value.storage) else {
            return writer.write(copyOf: value)
        }
        try copy(value, blobs: blobs, to: storage)
    }

    private mutating func mayHoldBlobs(_ bytes: FleeceStorage) -> Bool {
        if let examined, examined.bytes === bytes { return examined.mayHoldBlobs }
        let answer = bytes.withUnsafeBytes(Blob.mayBeHeld(by:))
        examined = (bytes, answer)
        return answer
    }

    /// Copies a value whose blobs are somewhere else, or in it, and are to be put into the storage.
    private func copy(
        _ value: FleeceValue, blobs: (any BlobStorage)?, to storage: any BlobStorage
    ) throws {
        var budget = VisitBudget(value)
        var levels: [StoredLevel] = []
        func begin(_ value: FleeceValue) throws {
            guard budget.allows(), levels.count < FleeceWriter.maximumDepth else {
                throw Self.endless
            }
            if let dictionary = value.dictionary {
                if let blob = Blob(dictionary, storage: blobs) {
                    return try blob.write(to: writer, storage: storage)
                }
                writer.beginDictionary()
                levels.append(StoredLevel(dictionary))
            } else if let array = value.array {
                writer.beginArray()
                levels.append(StoredLevel(array))
            } else {
                writer.write(copyOf: value)
            }
        }
        try begin(value)
        while !levels.isEmpty {
            if let (key, value) = levels[levels.count - 1].next() {
                if let key { writer.writeKey(key) }
                try begin(value)
            } else if levels.removeLast().isDictionary {
                writer.endDictionary()
            } else {
                writer.endArray()
            }
        }
    }
}
