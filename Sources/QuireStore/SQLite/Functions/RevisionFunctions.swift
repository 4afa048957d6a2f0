import CSQLite

/// The functions of the statements that write documents.
enum RevisionFunctions {
    static let functions: [SQLiteFunction] = [
        // `fl_isOwnEdit(version, time)`: whether the version is a single edit of this database before
        // the time.
        SQLiteFunction("fl_isOwnEdit", arguments: 2...2) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            let isOwnEdit = VersionVector.isOwnEdit(call[0].bytes, before: call[1].integer)
            sqlite3_result_int(context, isOwnEdit ? 1 : 0)
        }
    ]
}
