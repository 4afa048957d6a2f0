// The text that a full-text index has of a value:
//
//   string               the text as it is
//   number, truth value  its JSON text
//   array, dictionary    the strings in it at any depth, one a line; NULL if there is none
//   null, data, missing  NULL
//
// What a string gives is certain: it is what Couchbase Lite indexes. The other lines are a choice,
// made so that a search finds what a reader would take for words. They do no harm where Couchbase
// Lite chooses otherwise, because a full-text table keeps the text itself and takes out the same.

import CSQLite
import Fleece

/// The function that the triggers of full-text indexes call.
enum FullTextFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(
            function: "fl_fts_value", argumentCount: 2, use: .schema, fullTextValue)
    }

    /// `fl_fts_value(body, path)`: the text to index of the value at a path of a body.
    private static let fullTextValue: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.of(context) else {
            return result.setMissing()
        }
        do {
            let path = try PathArgument.read(context, values, 1)
            try FleeceStorage.withBorrowed(body.bytes, sharedKeys: keys.current) { storage in
                guard let value = storage.root?.value(at: path) else { return result.setMissing() }
                try result.set(fullTextOf: value)
            }
        } catch {
            result.set(error: "fl_fts_value: \(error)")
        }
    }
}

extension SQLiteResult {
    fileprivate func set(fullTextOf value: FleeceValue) throws {
        switch value.kind {
        case .string: if value.withStringBytes(set(text:)) == nil { setMissing() }
        case .boolean, .integer, .float, .double:
            guard var text = try? value.json() else { return setMissing() }
            text.withUTF8 { set(text: UnsafeRawBufferPointer($0)) }
        case .array, .dictionary:
            guard let text = try StringsOfValue.joined(value) else { return setMissing() }
            text.withUnsafeBytes(set(text:))
        case .null, .data, .undefined: setMissing()
        }
    }
}
