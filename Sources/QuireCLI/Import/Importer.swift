import Fleece
import Foundation
import Quire
import QuireFormats

/// An importer that saves the documents of files in batches.
final class Importer {
    /// The handling of invalid documents.
    enum OnError: String, CaseIterable {
        /// Stops the import.
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
        var mode = ImportMode.replace
        var batchSize = 1000
        var onError = OnError.stop
    }

    /// A document that was read but is not yet saved.
    struct Record {
        let id: String
        let line: Int
        let body: FleeceDictionary
    }

    /// The number of saved documents in committed batches.
    private(set) var savedCount = 0
    /// The number of skipped documents.
    private(set) var skippedCount = 0
    /// The number of documents with a blob whose content is not in the database.
    private(set) var lackingCount = 0

    let collection: any DocumentStore
    let options: Options
    private let console: Console
    private let progress: ProgressBar

    init(into collection: any DocumentStore, options: Options, console: Console) {
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
            let batch = try readBatch(from: &source, name: name, fraction: fraction)
            isAtEnd = batch.count < options.batchSize
            try save(batch, name)
        }
    }

    /// Reads the next documents.
    ///
    /// - Returns: The documents and errors. Only the last batch is smaller than the batch size.
    private func readBatch(
        from source: inout any RecordSource, name: String, fraction: () -> Double?
    ) throws -> [Result<Record, RecordError>] {
        var batch: [Result<Record, RecordError>] = []
        var isAtEnd = false
        while batch.count < options.batchSize, !isAtEnd {
            if console.interruption.isRequested { throw Interrupted() }
            do {
                if let record = try readNext(&source) {
                    batch.append(.success(record))
                } else {
                    isAtEnd = true
                }
            } catch let error as RecordError {
                try throwUnlessSkipping(error, name)
                batch.append(.failure(error))
            } catch let error as FormatError {
                throw Failure("\(name): \(error)")
            } catch let failure as Failure {
                throw Failure("\(name): \(failure.message)")
            }
            if batch.count.isMultiple(of: 64) {
                progress.show(count: savedCount, fraction: fraction())
            }
        }
        return batch
    }

    /// Saves the documents of a batch in one transaction, and reports the invalid ones.
    private func save(_ batch: [Result<Record, RecordError>], _ name: String) throws {
        // An engine can run the closure again, so it changes no properties.
        let errors = try collection.database.inBatch {
            do {
                return try saveTogether(batch, name)
            } catch let error as QuireError where error.isAboutBody {
                // The error doesn't name the invalid documents.
                return try saveEach(batch, name)
            }
        }
        for (item, error) in zip(batch, errors) {
            if let error {
                progress.clear()
                console.note(Self.message(error, name))
                skippedCount += 1
            } else {
                savedCount += 1
                if lacksContent(try item.get().body.value) { lackingCount += 1 }
            }
        }
    }

    /// Saves the valid documents in one call.
    ///
    /// - Returns: For each document, the reason why it was not saved.
    private func saveTogether(
        _ batch: [Result<Record, RecordError>], _ name: String
    ) throws -> [RecordError?] {
        let saves = batch.compactMap { try? save($0.get()) }
        var results = try collection.inBatch { try collection.save(saves) }.makeIterator()
        return try batch.map { item in
            switch item {
            case .failure(let error): return error
            case .success(let record):
                guard let error = try results.next().flatMap({ try error(of: $0, record) }) else {
                    return nil
                }
                try throwUnlessSkipping(error, name)
                return error
            }
        }
    }

    /// Saves the documents in separate calls.
    ///
    /// - Returns: For each document, the reason why it was not saved.
    private func saveEach(
        _ batch: [Result<Record, RecordError>], _ name: String
    ) throws -> [RecordError?] {
        try batch.map { item in
            do {
                let record = try item.get()
                do {
                    let save = save(record)
                    let result = try collection.save(
                        encoding: save.encode, merging: save.merge)
                    if let error = try error(of: result, record) { throw error }
                } catch let error as QuireError where error.isAboutBody {
                    throw RecordError(line: record.line, error.message)
                }
                return nil
            } catch let error as RecordError {
                try throwUnlessSkipping(error, name)
                return error
            }
        }
    }

    private static func message(_ error: RecordError, _ name: String) -> String {
        let column = error.column.map { ", column \($0)" } ?? ""
        return "\(name):\(error.line): \(error.message)\(column)"
    }

    /// Throws a failure that ends the import, unless invalid documents are skipped.
    private func throwUnlessSkipping(_ error: RecordError, _ name: String) throws {
        if options.onError == .stop { throw Failure(Self.message(error, name)) }
    }

    /// Reads the next document.
    ///
    /// - Returns: The document, or `nil` at the end of the file.
    private func readNext(_ source: inout any RecordSource) throws -> Record? {
        let writer = FleeceWriter()
        guard try source.readNext(into: writer) else { return nil }
        let line = source.line
        do {
            guard let body = FleeceStorage(try writer.finish()).rootDictionary else {
                throw RecordError(line: line, "not a JSON object")
            }
            let id = try id(of: body, line: line)
            try WriteTarget(id: id, if: .any).checkID(in: collection.location)
            return Record(id: id, line: line, body: body)
        } catch let error as FleeceError {
            throw RecordError(line: line, error.message)
        } catch let error as QuireError where error.code == .badDocumentID {
            throw RecordError(line: line, error.message)
        }
    }

    /// Returns whether a value contains a blob whose content is not in the database.
    ///
    /// The recursion is bounded, because the JSON reader limits the nesting depth.
    private func lacksContent(_ value: FleeceValue) -> Bool {
        if let dictionary = value.dictionary {
            if dictionary[Blob.typeProperty]?.string == Blob.blobType,
                let digest = dictionary[Blob.blobDigestProperty]?.string
            {
                let length = BlobDigest(digest).flatMap {
                    try? collection.blobStorage?.length(of: $0)
                }
                return length == nil
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
        guard let id = ImportedRecord.id(value) else {
            throw RecordError(line: line, "ID key \(key) must be a string or an integer")
        }
        return id
    }
}

extension QuireError {
    /// Whether the error concerns only the body of one document.
    fileprivate var isAboutBody: Bool { code == .invalidParameter || isDocumentRefusal }
}
