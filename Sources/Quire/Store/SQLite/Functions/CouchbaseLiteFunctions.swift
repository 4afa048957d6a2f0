import CSQLite
import Fleece

/// Functions of bodies that Couchbase Lite's indexes call.
enum CouchbaseLiteFunctions {
    static let functions: [SQLiteFunction] = [
        // `fl_exists(body, path)`: whether there is a value.
        SQLiteFunction("fl_exists", 2...2, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count, values)
            call.withValueInBody { call.result.set($0 != nil) }
        },
        // `fl_count(body, path)`: the number of items; missing where nothing has any.
        SQLiteFunction("fl_count", 2...2, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count, values)
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
        // `fl_contains(body, path, value)`, or with a number in front of several values that says
        // whether all of them have to be items.
        SQLiteFunction("fl_contains", 3...6, use: .schema) { context, count, values in
            let call = SQLiteCall(context, count, values)
            let needsAll = call.count > 3 && call[2].integer != 0
            call.withValueInBody { value in
                guard let value else { return call.result.setMissing() }
                guard let array = value.array else { return call.result.set(false) }
                let memory = ValueMemory()
                let wanted = (call.count == 3 ? 2..<3 : 3..<call.count)
                    .map { LanguageValue(call[$0], memory) }
                func isItem(_ value: LanguageValue) -> Bool {
                    (try? ArrayFunctions.contains(array, value, WorkMeter(nil))) ?? false
                }
                call.result.set(
                    needsAll ? wanted.allSatisfy(isItem) : wanted.contains(where: isItem))
            }
        },
        SQLiteFunction("fl_version", 1...1, use: .schema) { context, count, values in
            SQLiteCall(context, count, values).setResultToRevision()
        },
    ]
}
