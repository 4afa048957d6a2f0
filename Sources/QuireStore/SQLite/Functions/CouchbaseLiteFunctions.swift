import CSQLite
import Fleece

/// The functions of bodies that indexes of Couchbase Lite call.
enum CouchbaseLiteFunctions {
    static let functions: [SQLiteFunction] = [
        // `fl_exists(body, path)`: whether the value exists.
        SQLiteFunction("fl_exists", arguments: 2...2, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            call.withValueInBody { call.result.set($0 != nil) }
        },
        // `fl_count(body, path)`: the number of items; missing if the value is not a collection.
        SQLiteFunction("fl_count", arguments: 2...2, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            call.withValueInBody { value in
                if let array = value?.array {
                    let count = array.lazy.filter { !$0.isNull }.count
                    sqlite3_result_int64(context, Int64(count))
                } else if let dictionary = value?.dictionary {
                    sqlite3_result_int64(context, Int64(dictionary.count))
                } else {
                    call.result.setMissing()
                }
            }
        },
        // `fl_contains(body, path, value)`: whether an array contains a value. In the form
        // `fl_contains(body, path, all, value, ...)`, the number `all` is nonzero if the array must
        // contain all of the values, and 0 if one of them is enough.
        SQLiteFunction("fl_contains", arguments: 3...6, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            let needsAll = call.count > 3 && call[2].integer != 0
            call.withValueInBody { value in
                guard let value else { return call.result.setMissing() }
                guard let array = value.array else { return call.result.set(false) }
                let memory = ValueMemory()
                let wanted = (call.count == 3 ? 2..<3 : 3..<call.count)
                    .map { LanguageValue(call[$0], memory) }
                func isItem(_ value: LanguageValue) -> Bool {
                    (try? ArrayFunctions.contains(array, value, work: WorkMeter(nil))) ?? false
                }
                call.result.set(
                    needsAll ? wanted.allSatisfy(isItem) : wanted.contains(where: isItem))
            }
        },
        SQLiteFunction("fl_version", arguments: 1...1, use: .schema) { context, count, values in
            SQLiteCall(context, count: count, values: values).setResultToRevision()
        },
    ]
}
