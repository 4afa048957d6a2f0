// fl_each(body, path)  the items of the value at a path of a body
// fl_each(value)       the items of a value
//
// A row is an item of an array, the value of a pair of a dictionary, or the value itself if it is
// not a collection, including null. A missing value has no row. In addition to the row's index
// (from 0) as `rowid`, the columns are:
//
//   key    the index in an array, the key in a dictionary, otherwise NULL
//   value  the item in the form that `SQLiteResult.swift` describes
//   type   "null", "boolean", "number", "string", "binary", "array" or "object"
//   data   the item as a Fleece document of any type, so that its type is preserved
//
// The arguments are hidden columns, `argument` and `path`. Their names differ from those of a
// document's columns: if one were called `body`, `EXISTS (SELECT 1 FROM fl_each(body, 'a'))` would
// refer to that column of this table, which is NULL. The column `key` has the name of a document's
// column, so queries must qualify it.
//
// The triggers of Couchbase Lite's array indexes use `rowid` and `value`.

import CSQLite
import QuirePlatform

/// The table-valued function that returns the items of a value, an eponymous virtual table.
enum EachTable {
    static let name = "fl_each"

    /// The visible columns, in order.
    static let columns = ["key", "value", "type", "data"]

    static func register(on connection: SQLiteConnection) throws {
        try connection.register(table: name, module)
    }

    /// The columns by number.
    private enum Column: Int32 {
        case key, value, type, data, argument, path
    }

    private static let declaration =
        "CREATE TABLE x(key, value, type, data, argument HIDDEN, path HIDDEN)"

    /// The values that `xBestIndex` passes to `xFilter`, which describe the arguments that are
    /// present.
    private enum Plan {
        static let nothing: Int32 = 0
        static let value: Int32 = 1
        static let bodyAndPath: Int32 = 2
    }

    // SQLite requires its own structure at the beginning and ignores the fields after it.
    private struct Table {
        var base = sqlite3_vtab()
        let keys: UnsafeReference<ConnectionKeys>
    }

    private struct Cursor {
        var base = sqlite3_vtab_cursor()
        let rows: UnsafeReference<EachRows>
    }

    /// The module, which is never freed because SQLite keeps the pointer.
    nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
        let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        var methods = sqlite3_module()
        // Without xCreate, the table can be used only by its own name, and SQL cannot create
        // others.
        methods.xConnect = connect
        methods.xDisconnect = disconnect
        methods.xBestIndex = bestIndex
        methods.xOpen = open
        methods.xClose = close
        methods.xFilter = filter
        methods.xNext = { cursor in
            withRows(cursor) { $0.next() }
            return SQLITE_OK
        }
        methods.xEof = { withRows($0) { $0.isAtEnd } == false ? 0 : 1 }
        methods.xColumn = column
        methods.xRowid = { cursor, number in
            number?.pointee = Int64(withRows(cursor) { $0.index } ?? 0)
            return SQLITE_OK
        }
        module.initialize(to: methods)
        return UnsafePointer(module)
    }()

    /// Calls a closure with the rows of a cursor, which retains them until it is closed.
    @inline(__always)
    @discardableResult
    private static func withRows<Result>(
        _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ body: (EachRows) throws -> Result
    ) rethrows -> Result? {
        guard let cursor else { return nil }
        let rows = UnsafeRawPointer(cursor).assumingMemoryBound(to: Cursor.self).pointee.rows
        return try rows.withObject(body)
    }

    // MARK: Life

    private static let connect:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, Int32,
            UnsafePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32 = { database, keys, _, _, result, _ in
            guard let keys, let result else { return SQLITE_MISUSE }
            let code = sqlite3_declare_vtab(database, declaration)
            if code != SQLITE_OK { return code }
            _ = quire_sqlite3_vtab_config_option(database, SQLITE_VTAB_INNOCUOUS)
            let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            table.initialize(to: Table(keys: UnsafeReference(pointer: keys)))
            result.pointee = UnsafeMutableRawPointer(table)
                .assumingMemoryBound(to: sqlite3_vtab.self)
            return SQLITE_OK
        }

    private static let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = {
        table in
        UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
        return SQLITE_OK
    }

    private static let open:
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vtab>?,
            UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
        ) -> Int32 = { table, result in
            guard let table, let result else { return SQLITE_MISUSE }
            let keys = UnsafeRawPointer(table).assumingMemoryBound(to: Table.self).pointee.keys
            let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
            let rows = EachRows(keys.object)
            cursor.initialize(to: Cursor(rows: UnsafeReference(retaining: rows)))
            result.pointee = UnsafeMutableRawPointer(cursor)
                .assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }

    private static let close: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 =
        { cursor in
            guard let cursor = UnsafeMutableRawPointer(cursor) else { return SQLITE_OK }
            let record = cursor.assumingMemoryBound(to: Cursor.self)
            record.pointee.rows.release()
            record.deallocate()
            return SQLITE_OK
        }

    // MARK: Rows

    private static let bestIndex:
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<sqlite3_index_info>?
        ) -> Int32 = { _, info in
            guard let info else { return SQLITE_MISUSE }
            var arguments: [Column: Int] = [:]
            for index in 0..<Int(info.pointee.nConstraint) {
                let constraint = info.pointee.aConstraint[index]
                guard constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ),
                    let column = Column(rawValue: constraint.iColumn),
                    column == .argument || column == .path, arguments[column] == nil
                else { continue }
                // This join order reads the table that contains the argument only later.
                if constraint.usable == 0 { return SQLITE_CONSTRAINT }
                arguments[column] = index
            }
            info.pointee.idxNum = Plan.nothing
            // Without an argument, the table has no rows. The high cost prevents SQLite from
            // choosing this plan.
            info.pointee.estimatedCost = 1e9
            guard let argument = arguments[.argument] else { return SQLITE_OK }
            info.pointee.idxNum = Plan.value
            info.pointee.estimatedCost = 10
            info.pointee.estimatedRows = 10
            info.pointee.aConstraintUsage[argument] = .init(argvIndex: 1, omit: 1)
            if let path = arguments[.path] {
                info.pointee.idxNum = Plan.bodyAndPath
                info.pointee.aConstraintUsage[path] = .init(argvIndex: 2, omit: 1)
            }
            return SQLITE_OK
        }

    private static let filter:
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vtab_cursor>?, Int32, UnsafePointer<CChar>?, Int32,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { cursor, plan, _, _, values in
            do {
                let isStarted: Void? = try withRows(cursor) { rows in
                    switch plan {
                    case Plan.value: rows.start(itemsOf: SQLiteArgument(values, 0))
                    case Plan.bodyAndPath:
                        try rows.start(
                            itemsOf: SQLiteArgument(values, 0), path: SQLiteArgument(values, 1))
                    default: rows.startNothing()
                    }
                }
                return isStarted == nil ? SQLITE_MISUSE : SQLITE_OK
            } catch {
                set(error: "\(name): \(error)", of: cursor)
                return SQLITE_ERROR
            }
        }

    private static let column:
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32
        ) -> Int32 = { cursor, context, number in
            let isSet: Void? = withRows(cursor) { rows in
                let result = SQLiteResult(
                    context: context, tableKeys: UnsafeReference(rows.keys))
                switch Column(rawValue: number) {
                case .key: rows.setKey(result)
                case .value: rows.setValue(result)
                case .type: rows.setType(result)
                case .data: rows.setData(result)
                case .argument: rows.setArgument(result)
                case .path: rows.setPath(result)
                case nil: result.setMissing()
                }
            }
            return isSet == nil ? SQLITE_MISUSE : SQLITE_OK
        }

    private static func set(
        error message: String, of cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
    ) {
        guard let table = cursor?.pointee.pVtab else { return }
        sqlite3_free(table.pointee.zErrMsg)
        // SQLite frees the message, so it must be allocated by SQLite.
        table.pointee.zErrMsg = message.withUTF8Text { text in
            guard let copy = sqlite3_malloc64(UInt64(text.count + 1)) else { return nil }
            let bytes = copy.assumingMemoryBound(to: CChar.self)
            bytes.initialize(from: text.baseAddress ?? UnsafePointer(bytes), count: text.count)
            bytes[text.count] = 0
            return bytes
        }
    }
}
