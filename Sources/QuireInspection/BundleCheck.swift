import Fleece
package import Quire

/// A check of a database folder for all kinds of errors.
///
/// The check does not change or upgrade the database. Each part covers what the previous parts do
/// not:
///
/// | Part | Subject |
/// | --- | --- |
/// | ``SchemaCheck`` | pages, tables, what runs in the schema, the rows of `kv_info` |
/// | ``SequenceCheck`` | the sequences of a collection |
/// | ``DocumentCheck`` | the rows of a collection: ID, flags, revisions |
/// | ``BodyCheck`` | the bodies of the documents |
/// | ``BlobCheck`` | the contents of the blobs |
/// | ``IndexCheck`` | the list of indexes |
package struct BundleCheck {
    /// The numbers of checked items and of faults.
    package struct Totals: Hashable, Sendable {
        /// The number of live documents.
        package var documents = 0
        /// The number of tombstones.
        package var tombstones = 0
        /// The number of blobs.
        package var blobs = 0
        /// The number of indexes.
        package var indexes = 0
        /// The number of faults.
        package var faults = 0
    }

    let reader: BundleReader
    /// The shared keys, or an empty table if they are damaged.
    private(set) var keys = SharedKeysOrNone.none
    private(set) var totals = Totals()
    /// The referenced blobs, each with a document that references it.
    var blobs: [BlobDigest: BlobMention] = [:]
    private let report: (BundleFinding) throws -> Void

    /// Checks a database folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, `NAME.cblite2`.
    ///   - key: The encryption key of the database, or `nil` if it is not encrypted.
    ///   - report: A closure that is called immediately with each finding.
    /// - Returns: The numbers of checked items and of faults.
    /// - Throws: Errors of the closure, or ``QuireError`` if the database does not exist or cannot
    ///   be
    ///   read at all.
    /// - Complexity: O(*n*) in the size of the database and its blobs.
    package static func run(
        path: String, key: EncryptionKey? = nil, report: (BundleFinding) throws -> Void
    ) throws -> Totals {
        try withoutActuallyEscaping(report) { report in
            let reader = try BundleReader(path: path, key: key)
            try reader.checkIsNotEmpty()
            var check = BundleCheck(reader: reader, report: report)
            try check.run()
            return check.totals
        }
    }

    private init(reader: BundleReader, report: @escaping (BundleFinding) throws -> Void) {
        self.reader = reader
        self.report = report
    }

    private mutating func run() throws {
        guard try SchemaCheck.run(&self) else { return }
        do {
            keys = .known(try reader.sharedKeys())
        } catch let error as QuireError {
            try find("kv_info, row SharedKeys", error.message)
        }
        for (name, tables) in try reader.allTables() {
            try attempt("collection \(name.fullName)") { check in
                try SequenceCheck(name: name, tables: tables).run(&check)
            }
            for (table, isLive) in try tables.tables(on: reader.sqlite) {
                try attempt("collection \(name.fullName)") { check in
                    try DocumentCheck(
                        name, tables: tables, table: table, isLive: isLive, check: &check
                    )
                    .run(&check)
                }
            }
        }
        try attempt("Attachments") { try BlobCheck.run(&$0) }
        try attempt("the list of indexes") { try IndexCheck.run(&$0) }
    }

    // MARK: For the parts

    /// Reports a finding.
    mutating func find(_ location: String, _ message: String, isFault: Bool = true) throws {
        if isFault { totals.faults += 1 }
        // Messages of errors are sentences with a period.
        let text = message.hasSuffix(".") ? String(message.dropLast()) : message
        try report(BundleFinding(location, text, isFault: isFault))
    }

    /// Runs a part, and reports a SQLite error that ends it.
    private mutating func attempt(
        _ location: String, _ body: (inout BundleCheck) throws -> Void
    ) throws {
        do {
            try body(&self)
        } catch let error as QuireError where error.underlyingError is SQLiteError {
            try find(location, error.message)
        }
    }

    mutating func count(_ path: WritableKeyPath<Totals, Int>, by count: Int = 1) {
        totals[keyPath: path] += count
    }
}

/// A finding of a database check.
package struct BundleFinding: Hashable, Sendable {
    /// Whether the finding is a fault; otherwise, it is a note.
    package let isFault: Bool
    /// The location: a file, a collection or a document.
    package let location: String
    /// A description of the finding.
    package let message: String

    init(_ location: String, _ message: String, isFault: Bool = true) {
        self.isFault = isFault
        self.location = location
        self.message = message
    }
}

/// The shared keys of a database that may be damaged.
enum SharedKeysOrNone {
    /// The shared keys could be read.
    case known(SharedKeys)
    /// The shared keys could not be read, so numeric keys cannot be checked.
    case none

    /// The shared keys, or an empty table.
    var table: SharedKeys {
        if case .known(let keys) = self { keys } else { .empty }
    }

    /// Whether numeric keys can be resolved.
    var isKnown: Bool {
        if case .known = self { true } else { false }
    }
}
