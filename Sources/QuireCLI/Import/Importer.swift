import Fleece
import Foundation
import Quire

/// An importer that saves the documents of files, with one transaction per batch.
final class Importer {
    /// The handling of invalid documents.
    enum OnError: String, CaseIterable {
        /// Stops the import; the current batch is not saved.
        case stop
        /// Reports and skips the document.
        case skip
    }

    /// The conversion of records to documents.
    struct Options {
        /// The key whose value is the document ID; if `nil`, each document gets a new ID.
        var idKey: String?
        /// The value of the key `type` in each document, or `nil` to keep it.
        var type: String?
        var batchSize = 1000
        var onError = OnError.stop
    }

    /// The number of saved documents in committed batches.
    private(set) var savedCount = 0
    /// The number of skipped documents.
    private(set) var skippedCount = 0
    /// The number of documents with a blob whose content is not in the database.
    private(set) var lackingCount = 0

    private let collection: DocumentCollection
    private let options: Options
    private let console: Console
    private let progress: ProgressBar
    private let writer = FleeceWriter()

    init(_ collection: DocumentCollection, _ options: Options, _ console: Console) {
        self.collection = collection
        self.options = options
        self.console = console
        progress = ProgressBar(console)
    }

    /// The elapsed time in seconds.
    var elapsed: Double { progress.elapsed }

    /// Saves the documents of a file.
    ///
    /// - Parameters:
    ///   - source: The documents.
    ///   - name: The name of the file for messages.
    ///   - fraction: Returns the fraction of all files that has been read, from 0 to 1, if known.
    /// - Throws: ``Failure`` that names the file and line, ``Interrupted``, or `QuireError`.
    func run(
        _ source: any RecordSource, name: String, fraction: () -> Double?
    ) throws {
        var source = source
        var isAtEnd = false
        defer { progress.clear() }
        while !isAtEnd {
            var count = 0
            try collection.database.inBatch {
                while count < options.batchSize, !isAtEnd {
                    if console.interruption.isRequested { throw Interrupted() }
                    do {
                        isAtEnd = try !saveNext(&source)
                        if !isAtEnd { count += 1 }
                    } catch let error as RecordError {
                        try handle(error, name)
                    } catch let failure as Failure {
                        throw Failure("\(name): \(failure.message)")
                    }
                    if count.isMultiple(of: 64) {
                        progress.show(count: savedCount + count, fraction: fraction())
                    }
                }
            }
            savedCount += count
        }
    }

    private func handle(_ error: RecordError, _ name: String) throws {
        let message = "\(name):\(error.line): \(error.message)"
        guard options.onError == .skip else { throw Failure(message) }
        progress.clear()
        console.note(message)
        skippedCount += 1
    }

    /// Saves the next document.
    ///
    /// - Returns: `false` at the end of the file.
    private func saveNext(_ source: inout any RecordSource) throws -> Bool {
        writer.reset()
        guard try source.readNext(into: writer) else { return false }
        do {
            try writer.withFinishedBytes { bytes in
                try FleeceStorage.withBorrowed(bytes) { storage in
                    guard let body = storage.rootDictionary else {
                        throw RecordError(line: source.line, "not a JSON object")
                    }
                    try save(body, line: source.line)
                }
            }
        } catch let error as FleeceError {
            throw RecordError(line: source.line, error.message)
        } catch let error as QuireError
            where [.badDocumentID, .invalidParameter].contains(error.code)
        {
            throw RecordError(line: source.line, error.message)
        }
        return true
    }

    private func save(_ body: FleeceDictionary, line: Int) throws {
        let id = try id(of: body, line: line)
        if lacksContent(body.value) { lackingCount += 1 }
        try collection.saveBody(id: id) { writer in
            writer.beginDictionary()
            for (key, value) in body where key != DocumentJSON.idKey {
                if key == Self.typeKey, options.type != nil { continue }
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
            if let type = options.type {
                writer.writeKey(Self.typeKey)
                writer.write(type)
            }
            writer.endDictionary()
        }
    }

    private static let typeKey = "type"

    /// Returns whether a value contains a blob whose content is not in the database.
    ///
    /// The recursion is bounded, because the JSON reader limits the nesting depth.
    private func lacksContent(_ value: FleeceValue) -> Bool {
        if let dictionary = value.dictionary {
            if dictionary[Blob.typeProperty]?.string == Blob.blobType,
                let digest = dictionary[Blob.blobDigestProperty]?.string
            {
                let properties = [
                    Blob.typeProperty: Blob.blobType, Blob.blobDigestProperty: digest,
                ]
                let blob = try? collection.database.getBlob(properties: properties)
                return blob == nil
            }
            for (_, value) in dictionary where lacksContent(value) { return true }
        } else if let array = value.array {
            for index in array.indices where lacksContent(array[index]) { return true }
        }
        return false
    }

    private func id(of body: FleeceDictionary, line: Int) throws -> String {
        guard let key = options.idKey else {
            guard body[DocumentJSON.idKey] == nil else {
                throw RecordError(
                    line: line, "the key _id is reserved; use --id-key _id")
            }
            return UUID().uuidString
        }
        guard let value = body[key] else {
            throw RecordError(line: line, "missing ID key \(key)")
        }
        if let text = value.string { return text }
        if value.kind == .integer {
            if let number = value.int64 { return "\(number)" }
            if let number = value.uint64 { return "\(number)" }
        }
        throw RecordError(line: line, "ID key \(key) must be a string or an integer")
    }
}
