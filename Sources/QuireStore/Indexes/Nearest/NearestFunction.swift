import CSQLite
import Fleece
import QuirePlatform
import QuireSearch

// quire_nearest(collection, index, target, metric, count, isExact, dimensions, rows)
//
// The row IDs of the documents nearest to a target, as an array in the order of their distances. The
// collection has its name in `kvmeta`. The last argument is the result of the aggregate
// `quire_rows(rowid)` for the documents to search, or NULL to search all.

extension SQLiteConnection {
    /// Registers the function that searches indexes of vectors, now or with the other functions.
    ///
    /// - Parameter codes: The codes that the connections of the file share.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func searchIndexes(with codes: CodeCache) throws {
        try registerFurther { connection in
            try connection.register(
                function: "quire_nearest", argumentCount: 8, use: .statements,
                owning: NearestCaller(connection, codes)
            ) { context, count, values in
                guard let caller = sqlite3_user_data(context) else { return }
                UnsafeReference<NearestCaller>(pointer: caller).object
                    .call(SQLiteCall(context, count: count, values: values))
            }
        }
    }
}

/// What `quire_nearest` needs of its connection, which owns the function.
private final class NearestCaller {
    private unowned let connection: SQLiteConnection
    private let codes: CodeCache

    init(_ connection: SQLiteConnection, _ codes: CodeCache) {
        self.connection = connection
        self.codes = codes
    }

    func call(_ call: SQLiteCall) {
        let result = SQLiteResult(
            context: call.result.context, tableKeys: UnsafeReference(connection.keys))
        do {
            let documents = try search(call)
            result.set { writer in writer.encodeArray(documents.map { writer.encode($0) }) }
        } catch let failure as FunctionFailure {
            result.set(failure)
        } catch let error as QuireError where error.code == .corruptData {
            result.set(.damaged(error.message))
        } catch {
            result.set(error: "\((error as? QuireError)?.message ?? "\(error)")")
        }
    }

    private func search(_ call: SQLiteCall) throws -> [Int64] {
        let memory = ValueMemory()
        let dimensions = Int(clamping: call[6].integer)
        guard let numbers = VectorReader.numbers(of: LanguageValue(call[2], memory)),
            let metric = DistanceMetric(named: call[3].text)
        else { throw FunctionFailure.invalid("the target of the distance is not a vector") }
        guard numbers.count == dimensions else {
            throw FunctionFailure.invalid(
                "the target of the distance has \(numbers.count) dimensions, but the index "
                    + "\(call[1].text) has \(dimensions)")
        }
        var search = NearestIndexSearch(
            call[1].text, of: CollectionTables(number: 0, name: call[0].text),
            target: VectorTarget(numbers, metric: metric), count: Int(clamping: call[4].integer),
            isExact: call[5].integer != 0, rows: call[7].isMissing ? nil : RowSet(call[7].bytes),
            codes: codes, on: connection)
        return try search.run()
    }
}
