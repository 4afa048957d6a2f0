import Fleece
import Foundation
import Quire
import QuireFormats
import SQLPlusPlus

/// The import of files.
enum ImportRoutes {
    static let maximumBody = 256 << 20
    private static let maximumErrors = 100

    private struct Result: Sendable {
        var read = 0
        var saved = 0
        var errors: [RecordError] = []
    }

    /// Ends a transaction in which a document of the file cannot be saved.
    private struct Rejected: Error {
        let result: Result
    }

    @Sendable static func run(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let collection = try request.parameter("collection")
        let query = request.target.query
        guard let format = RecordFormat(rawValue: query["format"] ?? "jsonl") else {
            throw StudioError.invalidRequest("The format is not jsonl, json, csv or tsv.")
        }
        guard let mode = ImportMode(rawValue: query["mode"] ?? "insert") else {
            throw StudioError.invalidRequest("The mode is not insert, replace or merge.")
        }
        guard let encoding = RecordEncoding(rawValue: query["encoding"] ?? "utf-8") else {
            let names = RecordEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw StudioError.invalidRequest("The encoding is not one of \(names).")
        }
        let path = try query["idPath"].flatMap { $0.isEmpty ? nil : try DocumentPath($0).property }
        let bytes = request.body
        return try await context.run {
            let store = try context.store(collection)
            do {
                let result = try context.database.inBatch {
                    try save(
                        format.source(BytesInput(bytes), encoding: encoding), mode: mode,
                        path: path, to: store)
                }
                return answer(result, status: 200)
            } catch let rejected as Rejected {
                return answer(rejected.result, status: 400)
            } catch let error as FormatError {
                throw StudioError.invalidRequest(error.description)
            }
        }
    }

    private static func save(
        _ source: any RecordSource, mode: ImportMode, path: PropertyPath?,
        to store: any DocumentStore
    ) throws -> Result {
        var source = source
        var result = Result()
        let writer = FleeceWriter()
        var isAtEnd = false
        while !isAtEnd {
            if BlockingWork.isCanceled { throw CancellationError() }
            do {
                writer.reset()
                guard try source.readNext(into: writer) else {
                    isAtEnd = true
                    continue
                }
                result.read += 1
                let body = FleeceStorage(try writer.finish()).rootDictionary
                try save(body, line: source.line, mode: mode, path: path, to: store)
                result.saved += 1
            } catch let error as RecordError {
                result.errors.append(error)
                if result.errors.count == maximumErrors { throw Rejected(result: result) }
            } catch let error as FleeceError {
                result.errors.append(RecordError(line: source.line, error.message))
            } catch let error as QuireError where error.isAboutDocument {
                result.errors.append(RecordError(line: source.line, error.message))
            }
        }
        guard result.errors.isEmpty else { throw Rejected(result: result) }
        return result
    }

    private static func save(
        _ body: FleeceDictionary?, line: Int, mode: ImportMode, path: PropertyPath?,
        to store: any DocumentStore
    ) throws {
        guard let body else { throw RecordError(line: line, "not a JSON object") }
        let id = try id(of: body, path, line: line)
        let result = try store.save { writer in
            DocumentJSON.write(body, to: writer)
            return WriteTarget(
                id: id, if: mode == .insert ? .absent : .any, mergesStored: mode == .merge)
        } merging: { stored, new, writer in
            guard let new = new.rootDictionary else { return false }
            ImportedRecord.merge(new, into: stored.body, writer)
            return true
        }
        try result.revision(in: store)
    }

    private static func id(
        of body: FleeceDictionary, _ path: PropertyPath?, line: Int
    ) throws -> String {
        let value = path.map { body.value.value(at: FleecePath($0)) } ?? body[DocumentJSON.idKey]
        guard let value else {
            if path != nil { throw RecordError(line: line, "the property of the ID is missing") }
            return UUID().uuidString
        }
        guard let id = ImportedRecord.id(value) else {
            throw RecordError(line: line, "the ID is neither a string nor an integer")
        }
        return id
    }

    private static func answer(_ result: Result, status: Int) -> StudioResponse {
        let errors = result.errors.map { error -> JSONNode in
            var pairs: [(key: String, value: JSONNode)] = [("line", .integer(Int64(error.line)))]
            if let column = error.column { pairs.append(("column", .integer(Int64(column)))) }
            pairs.append(("message", .string(error.message)))
            return .object(pairs)
        }
        var pairs: [(key: String, value: JSONNode)] = [
            ("read", .integer(Int64(result.read))),
            ("saved", .integer(status == 200 ? Int64(result.saved) : 0)),
            ("skipped", .integer(0)), ("errors", .array(errors)),
        ]
        if status != 200 {
            let error = StudioError(
                status, .invalidRequest,
                message: "Nothing was imported, because a document is invalid.")
            pairs.append(("error", error.node))
        }
        return StudioResponse(status, json: .object(pairs))
    }
}

extension QuireError {
    /// Whether another document of a file could be saved.
    fileprivate var isAboutDocument: Bool {
        [.conflict, .invalidParameter, .badDocumentID, .duplicateValue, .encodingError]
            .contains(code) || isDocumentRefusal
    }
}
