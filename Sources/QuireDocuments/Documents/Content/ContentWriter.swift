package import Fleece
import Foundation

// Unchanged encoded values are copied without decoding them. Changed collections are traversed to
// write their new values, and values with blobs are traversed to store the blobs.

/// A writer that encodes the values of a document.
package struct ContentWriter {
    private let writer: FleeceWriter
    /// The storage in which to store blobs, or `nil` when writing JSON of unsaved values.
    private let storage: (any BlobStorage)?
    /// Whether values that cannot be saved throw an error.
    ///
    /// Otherwise, they are written as null.
    private let isStrict: Bool
    /// Whether the content of an unsaved blob is written inline.
    private let inlinesBlobs: Bool
    /// The data that was last searched for blobs, and whether it may contain any.
    private var examined: (bytes: FleeceStorage, mayHoldBlobs: Bool)?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - writer: The Fleece writer.
    ///   - storage: The storage in which to store blobs, or `nil` if blobs are not stored.
    ///   - isStrict: Whether values that cannot be saved throw an error. Otherwise, they are
    ///     written as null, as in the result of `toJSON()`.
    ///   - inlinesBlobs: Whether, without a storage, the content of an unsaved blob is written
    ///     inline.
    package init(
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
    ///   - path: The path to the enclosing collection.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value cannot be saved, or any
    ///   error that storing a blob throws.
    package mutating func write(
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
    ///   - path: The path to the enclosing collection.
    /// - Throws: The same errors as for a dictionary.
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

    /// Writes a value of any type.
    ///
    /// - Parameters:
    ///   - form: The value.
    ///   - blobs: The storage for the contents of its encoded blobs.
    ///   - path: The path to the enclosing collection.
    ///   - key: The key or index of the value, for error messages.
    /// - Throws: The same errors as for a dictionary.
    package mutating func write(
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
            try refuse(
                "the date \(date) at \(key().debugDescription) does not have a four-digit year")
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

    /// Throws an error for a value that cannot be saved, or writes null if the writer is not
    /// strict.
    private func refuse(_ reason: String) throws {
        guard !isStrict else {
            throw QuireError(.invalidParameter, "Cannot save a document: \(reason).")
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

    /// Copies a value and stores its blobs, which are in another storage or inline.
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
