import Fleece
import Foundation
import Quire

/// Saves the documents of files, one transaction a batch.
final class Importer {
    /// What is done with a document that is wrong.
    enum OnError: String, CaseIterable {
        /// The import ends; the batch that the document is in is not saved.
        case stop
        /// It is told of and left out.
        case skip
    }

    /// How documents are made of what the files have.
    struct Options {
        /// The key whose value is the document's ID; without one each document gets a new ID.
        var idKey: String?
        /// The value that the key `type` gets in each document.
        var type: String?
        var batchSize = 1000
        var onError = OnError.stop
    }

    /// How many documents were saved, in batches that were committed.
    private(set) var savedCount = 0
    /// How many documents were left out.
    private(set) var skippedCount = 0
    /// How many documents have a blob whose content is not in the database.
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

    /// How long it took, in seconds.
    var elapsed: Double { progress.elapsed }

    /// Saves the documents of a file.
    ///
    /// - Parameters:
    ///   - source: The documents.
    ///   - name: What to call the file in messages.
    ///   - fraction: How much of all the files is read, from 0 to 1, if that is known.
    /// - Throws: ``Failure`` that names file and line, ``Interrupted``, or `QuireError`.
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
    /// - Returns: `false` if there are no more.
    private func saveNext(_ source: inout any RecordSource) throws -> Bool {
        writer.reset()
        guard try source.readNext(into: writer) else { return false }
        do {
            try writer.withFinishedBytes { bytes in
                try FleeceStorage.withBorrowed(bytes) { storage in
                    guard let body = storage.rootDictionary else {
                        throw RecordError(line: source.line, "it is not a JSON object")
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

    /// Whether a value has a blob in it whose content is not in the database.
    ///
    /// The reader of JSON bounds how deep a document is, so the recursion is bounded too.
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
                    line: line, "it has the key _id, which no document can have: say --id-key _id")
            }
            return UUID().uuidString
        }
        guard let value = body[key] else {
            throw RecordError(line: line, "it has no \(key), which was to be its ID")
        }
        if let text = value.string { return text }
        if value.kind == .integer {
            if let number = value.int64 { return "\(number)" }
            if let number = value.uint64 { return "\(number)" }
        }
        throw RecordError(line: line, "its \(key) is neither text nor a whole number")
    }
}
