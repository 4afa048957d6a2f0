import Foundation
import Quire

/// A copy of a database to another engine, which continues where an interrupted one ended.
///
/// Documents are read from one snapshot of the source, and written in transactions of one page.
final class DatabaseCopy {
    /// The numbers for the summary.
    struct Counts {
        var collections = 0
        var saved = 0
        var equal = 0
        var tombstones = 0
        var blobs = 0
        var missingBlobs = 0
    }

    let source: any DocumentDatabase
    let target: any DocumentDatabase
    /// Whether documents of the copy that differ from those of the source are replaced.
    let overwrites: Bool
    let console: Console
    let progress: ProgressBar
    var counts = Counts()
    private(set) var differences = CopyDifferences()

    init(
        _ source: any DocumentDatabase, to target: any DocumentDatabase, overwrites: Bool,
        _ console: Console
    ) {
        self.source = source
        self.target = target
        self.overwrites = overwrites
        self.console = console
        progress = ProgressBar(console)
    }

    /// Copies all collections, and compares the copy with the source.
    ///
    /// - Throws: ``Failure`` if the copy contains other documents, ``Interrupted``, or `QuireError`.
    func run() throws {
        defer { progress.clear() }
        try checkAreDifferent()
        // The list of changes is complete only after older transactions have ended; this waits.
        for store in try source.stores() { _ = try store.changeFeedState() }
        try source.snapshot {
            let stores = try source.stores()
            if !overwrites { try checkForOtherDocuments(stores) }
            for store in stores {
                let source = StoreReader(store: store)
                let name = QualifiedCollectionName(store.fullName)
                let target = StoreReader(store: try target.createStore(name))
                try copyDocuments(from: source, to: target)
                try copyTombstones(from: source, to: target)
                try copyIndexes(from: source, to: target)
                counts.collections += 1
            }
            for store in stores {
                let name = QualifiedCollectionName(store.fullName)
                guard let copy = try target.store(name) else {
                    throw Failure("the collection \(store.fullName) of the copy was deleted")
                }
                try compare(StoreReader(store: store), StoreReader(store: copy))
            }
        }
    }

    /// Throws an error if the source and the copy are the same database.
    private func checkAreDifferent() throws {
        let feeds = try [source, target].map { try $0.defaultStore().changeFeedState().feedID }
        if feeds[0] == feeds[1] { throw Failure("DB and COPY are the same database") }
    }

    func checkForInterruption() throws {
        if console.interruption.isRequested { throw Interrupted() }
    }

    // MARK: Documents of the copy

    /// Throws an error if the copy contains documents that the source does not contain, or that
    /// differ: the copy is then not the rest of an interrupted run.
    private func checkForOtherDocuments(_ stores: [any DocumentStore]) throws {
        let names = Set(stores.map(\.fullName))
        for store in try target.stores() {
            let copy = StoreReader(store: store)
            guard names.contains(store.fullName) else {
                if try store.count() > 0 { throw other("documents", in: copy) }
                continue
            }
            let name = QualifiedCollectionName(store.fullName)
            guard let original = try source.store(name) else { continue }
            let reader = StoreReader(store: original)
            try copy.forEachPage { page in
                try checkForInterruption()
                let originals = try reader.documents(ids: page.map(\.record.id))
                for document in page {
                    let id = document.record.id
                    let stored = originals[DocumentIDKey(id)]?.record.body
                    let isEqual = stored.map { BodyEquality.areEqual($0, document.record.body) }
                    guard isEqual != true else { continue }
                    let text = "document \(id.debugDescription)"
                    throw isEqual == nil ? other(text, in: copy) : different(text, in: copy)
                }
            }
        }
    }

    private func other(_ what: String, in copy: StoreReader) -> Failure {
        Failure(
            "COPY contains \(what) in collection \(copy.name), which DB does not contain; use an empty "
                + "database, or --overwrite to copy into it")
    }

    private func different(_ what: String, in copy: StoreReader) -> Failure {
        Failure(
            "COPY contains another version of \(what) in collection \(copy.name); use an empty "
                + "database, or --overwrite to replace it")
    }

    // MARK: Comparing

    private func compare(_ source: StoreReader, _ target: StoreReader) throws {
        var count = 0
        let found = differences.count
        try source.forEachPage { page in
            try checkForInterruption()
            let copies = try target.documents(ids: page.map(\.record.id))
            for document in page {
                let id = document.record.id
                count += 1
                guard let copy = copies[DocumentIDKey(id)] else {
                    // It can have expired since the page was read.
                    let hasExpired = document.expiration.map { $0 <= Date() } ?? false
                    if !hasExpired {
                        differences.add(id, in: source, finding: "is missing in COPY")
                    }
                    continue
                }
                if !document.isEqual(to: copy) {
                    differences.add(id, in: source, finding: "differs in COPY")
                }
            }
            progress.show(count: count, fraction: nil)
        }
        try source.forEachPageOfTombstones { ids in
            for id in ids where try target.isDeleted(id) != true {
                differences.add(id, in: source, finding: "is deleted in DB, but not in COPY")
            }
        }
        // Without further documents in the copy, each of its documents has been compared.
        if try differences.count == found && target.store.count() == count { return }
        try target.forEachPage { page in
            try checkForInterruption()
            let originals = try source.documents(ids: page.map(\.record.id))
            for document in page where originals[DocumentIDKey(document.record.id)] == nil {
                differences.add(document.record.id, in: source, finding: "is missing in DB")
            }
        }
    }
}
