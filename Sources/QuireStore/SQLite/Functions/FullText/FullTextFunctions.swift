// The text of a value in a full-text index:
//
//   string               the string itself
//   number, Boolean      its JSON text
//   array, dictionary    the strings in it at any depth, one per line; NULL without strings
//   null, data, missing  NULL
//
// The text of a string is the same as in Couchbase Lite. The other rows are Quire's choice, so that
// a search finds what a reader would consider words. If Couchbase Lite makes a different choice, no
// harm is done: a full-text table stores the text of each row, and uses the stored text to remove
// the words of the row.

import CSQLite
import Fleece

/// The function that triggers of full-text indexes call.
enum FullTextFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(
            function: "fl_fts_value", argumentCount: 2, use: .schema, fullTextValue)
    }

    /// `fl_fts_value(body, path)`: the text to index for the value at a path of a body.
    private static let fullTextValue: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let body = SQLiteArgument(values, 0), let keys = ConnectionKeys.of(context) else {
            return result.setMissing()
        }
        do {
            let path = try PathArgument.read(context, values: values, index: 1)
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
