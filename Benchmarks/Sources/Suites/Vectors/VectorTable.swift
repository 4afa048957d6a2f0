import BenchmarkSQLite
import Foundation
import Quire

/// The peer of a search of all vectors: a table of the extension sqlite-vec.
final class VectorTable {
    private let file: VectorFile
    private let search: OpaquePointer?

    init(library: String, metric: DistanceMetric, _ vectors: [[Float]]) throws {
        file = try VectorFile()
        sqlite3_enable_load_extension(file.handle, 1)
        guard sqlite3_load_extension(file.handle, library, nil, nil) == SQLITE_OK else {
            throw Skip("sqlite-vec cannot be loaded from \(library)")
        }
        let option = metric == .cosine ? " distance_metric=cosine" : ""
        try file.execute(
            "CREATE VIRTUAL TABLE v USING vec0(e float[\(PassageVectors.dimensions)]\(option))")
        try file.insert(
            vectors.map { $0.withUnsafeBytes { Data($0) } },
            "INSERT INTO v (rowid, e) VALUES (?1, ?2)")
        search = try file.prepare(
            "SELECT rowid FROM v WHERE e MATCH ?1 AND k = 10 ORDER BY distance")
    }

    deinit { sqlite3_finalize(search) }

    func nearest(_ target: [Float]) throws -> [String] {
        defer { sqlite3_reset(search) }
        return try target.withUnsafeBytes { bytes in
            sqlite3_bind_blob(search, 1, bytes.baseAddress, Int32(bytes.count), nil)
            var ids: [String] = []
            while try file.step(search) { ids.append("passage-\(sqlite3_column_int64(search, 0))") }
            return ids
        }
    }
}

/// Rows of several vectors that are only read.
final class VectorRows {
    private let file: VectorFile
    private let scan: OpaquePointer?

    init(_ vectors: [[Float]]) throws {
        file = try VectorFile()
        try file.execute("CREATE TABLE v (id INTEGER PRIMARY KEY, e BLOB)")
        let rows = stride(from: 0, to: vectors.count, by: 8).map { start in
            vectors[start..<min(start + 8, vectors.count)].reduce(into: Data()) { data, vector in
                vector.withUnsafeBytes { data.append(contentsOf: $0) }
            }
        }
        try file.insert(rows, "INSERT INTO v (id, e) VALUES (?1, ?2)")
        scan = try file.prepare("SELECT e FROM v")
    }

    deinit { sqlite3_finalize(scan) }

    func read() throws -> Int {
        defer { sqlite3_reset(scan) }
        var count = 0
        while try file.step(scan) {
            if sqlite3_column_blob(scan, 0) != nil { count += Int(sqlite3_column_bytes(scan, 0)) }
        }
        return count
    }
}

/// A file with the settings that Quire's connections have.
private final class VectorFile {
    let handle: OpaquePointer?
    private let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString).db"
            ).path
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Disagreement("no file") }
        self.handle = handle
        try execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=normal; PRAGMA cache_size=-32768")
    }

    deinit {
        sqlite3_close_v2(handle)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Disagreement(String(cString: sqlite3_errmsg(handle)))
        }
    }

    func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw Disagreement(String(cString: sqlite3_errmsg(handle)))
        }
        return statement
    }

    func step(_ statement: OpaquePointer?) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw Disagreement(String(cString: sqlite3_errmsg(handle)))
        }
    }

    func insert(_ blobs: [Data], _ sql: String) throws {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        try execute("BEGIN")
        for (number, blob) in blobs.enumerated() {
            try blob.withUnsafeBytes { bytes in
                sqlite3_bind_int64(statement, 1, Int64(number))
                sqlite3_bind_blob(statement, 2, bytes.baseAddress, Int32(bytes.count), nil)
                _ = try step(statement)
            }
            sqlite3_reset(statement)
        }
        try execute("COMMIT")
    }
}
