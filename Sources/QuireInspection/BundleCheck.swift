import Fleece
import Quire

/// Looks for everything that can be wrong with a database's folder.
///
/// It reads the folder as it lies and changes nothing. Each part of it looks at what the parts before
/// it left out:
///
/// | Part | What it looks at |
/// | --- | --- |
/// | ``SchemaCheck`` | pages, tables, what runs in the schema, the rows of `kv_info` |
/// | ``SequenceCheck`` | the sequences of a collection |
/// | ``DocumentCheck`` | the rows of a collection: ID, flags, revisions |
/// | ``BodyCheck`` | the properties of a document |
/// | ``BlobCheck`` | the contents of the blobs |
/// | ``IndexCheck`` | the list of indexes |
package struct BundleCheck {
    /// How much was looked at.
    package struct Totals: Hashable, Sendable {
        /// The number of live documents.
        package var documents = 0
        /// The number of tombstones.
        package var tombstones = 0
        /// The number of blobs.
        package var blobs = 0
        /// The number of indexes.
        package var indexes = 0
        /// The number of things that are wrong.
        package var faults = 0
    }

    let reader: BundleReader
    /// The table of shared keys, or an empty one if it is damaged.
    private(set) var keys = SharedKeysOrNone.none
    private(set) var totals = Totals()
    /// The blobs that documents have, each with a document that has it.
    var blobs: [BlobDigest: BlobMention] = [:]
    private let report: (BundleFinding) throws -> Void

    /// Checks a folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, `NAME.cblite2`.
    ///   - report: A closure that gets each finding at once.
    /// - Returns: How much was looked at.
    /// - Throws: What the closure throws, or ``QuireError`` if there is no database at the path, or
    ///   none that could be read at all.
    /// - Complexity: O(*n*) in the size of the database and its blobs.
    package static func run(
        path: String, report: (BundleFinding) throws -> Void
    ) throws -> Totals {
        try withoutActuallyEscaping(report) { report in
            let reader = try BundleReader(path: path)
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
        for (name, keyStore) in try reader.keyStores() {
            try attempt("collection \(name.fullName)") { check in
                try SequenceCheck(name: name, keyStore: keyStore).run(&check)
            }
            for (table, isLive) in try keyStore.tables(on: reader.sqlite) {
                try attempt("collection \(name.fullName)") { check in
                    try DocumentCheck(name, keyStore, table: table, isLive: isLive, &check)
                        .run(&check)
                }
            }
        }
        try attempt("Attachments") { try BlobCheck.run(&$0) }
        try attempt("the list of indexes") { try IndexCheck.run(&$0) }
    }

    // MARK: For the parts

    /// Reports something.
    mutating func find(_ place: String, _ message: String, isFault: Bool = true) throws {
        if isFault { totals.faults += 1 }
        // A message of an error is a sentence already.
        let text = message.hasSuffix(".") ? String(message.dropLast()) : message
        try report(BundleFinding(place, text, isFault: isFault))
    }

    /// Runs a part, and reports the error of SQLite that ends it.
    private mutating func attempt(
        _ place: String, _ body: (inout BundleCheck) throws -> Void
    ) throws {
        do {
            try body(&self)
        } catch let error as QuireError where error.underlyingError is SQLiteError {
            try find(place, error.message)
        }
    }

    mutating func count(_ path: WritableKeyPath<Totals, Int>, by count: Int = 1) {
        totals[keyPath: path] += count
    }
}

/// Something that a check of a database's folder has found.
package struct BundleFinding: Hashable, Sendable {
    /// Whether it is wrong; otherwise it is only worth knowing.
    package let isFault: Bool
    /// Where it is: a file, a collection, a document.
    package let place: String
    /// What it is.
    package let message: String

    init(_ place: String, _ message: String, isFault: Bool = true) {
        self.isFault = isFault
        self.place = place
        self.message = message
    }
}

/// The table of shared keys of a database that may be damaged.
enum SharedKeysOrNone {
    /// The table could be read.
    case known(SharedKeys)
    /// It could not: of numbers in bodies nothing can be said.
    case none

    /// The table, or an empty one.
    var table: SharedKeys {
        if case .known(let keys) = self { keys } else { .empty }
    }

    /// Whether numbers can be looked up.
    var isKnown: Bool {
        if case .known = self { true } else { false }
    }
}
