import Fleece
import Foundation
import Quire
import QuireFormats

extension DatabaseCopy {
    /// A document to save, and the state in which the copy must be.
    private struct Write {
        let document: StoreReader.Document
        let precondition: RevisionPrecondition
        /// The expiration date of the document that is replaced.
        let formerExpiration: Date?
        /// Whether only the expiration date differs.
        let keepsBody: Bool

        var save: DocumentSave {
            let record = document.record
            return DocumentSave { writer in
                writer.write(copyOf: record.body.value)
                return WriteTarget(id: record.id, if: precondition).restoring()
            }
        }
    }

    /// Copies the documents of a collection that the copy does not contain yet.
    func copyDocuments(from source: StoreReader, to target: StoreReader) throws {
        let all = Double(max(try source.store.count(), 1))
        var count = 0
        var blobs = BlobCopy(from: source.store, to: target.store)
        try source.forEachPage { page in
            try checkForInterruption()
            let copies = try target.documents(ids: page.map(\.record.id))
            var writes: [Write] = []
            for document in page {
                try blobs.copyBlobs(in: document.record.body)
                let copy = copies[DocumentIDKey(document.record.id)]
                if let copy, document.isEqual(to: copy) { continue }
                writes.append(Self.write(document, replacing: copy))
            }
            try save(writes, in: target.store)
            counts.saved += writes.count
            counts.equal += page.count - writes.count
            count += page.count
            progress.show(count: count, fraction: min(Double(count) / all, 1))
        }
        counts.blobs += blobs.copiedCount
        counts.missingBlobs += blobs.missingCount
    }

    private static func write(
        _ document: StoreReader.Document, replacing copy: StoreReader.Document?
    ) -> Write {
        Write(
            document: document,
            precondition: copy.map { .revision($0.record.revisionID) } ?? .absent,
            formerExpiration: copy?.expiration,
            keepsBody: copy.map {
                BodyEquality.areEqual($0.record.body, document.record.body)
            } ?? false)
    }

    private func save(_ writes: [Write], in store: any DocumentStore) throws {
        if writes.isEmpty { return }
        // An engine can run the closure again, so it changes no properties.
        try store.inBatch {
            let saves = writes.filter { !$0.keepsBody }.map(\.save)
            for result in try store.save(saves) { try result.revision(in: store) }
            for write in writes where write.document.expiration != write.formerExpiration {
                let id = write.document.record.id
                try store.setExpiration(write.document.expiration, of: id)
            }
        }
    }

    /// Copies the tombstones of a collection that the copy does not contain yet.
    ///
    /// An engine creates a tombstone only for a document, so an empty document is saved and deleted.
    func copyTombstones(from source: StoreReader, to target: StoreReader) throws {
        try source.forEachPageOfTombstones { ids in
            try checkForInterruption()
            let missing = try ids.filter { try target.isDeleted($0) != true }
            if missing.isEmpty { return }
            let store = target.store
            try store.inBatch {
                for id in missing {
                    if try store.record(id: id) == nil {
                        try store.saveBody(id: id, if: .absent) {
                            $0.beginDictionary()
                            $0.endDictionary()
                        }
                    }
                    try store.delete(id: id, if: .any).revision(in: store)
                }
            }
            counts.tombstones += missing.count
        }
    }

    /// Creates the indexes of a collection that both engines support, and names the others.
    func copyIndexes(from source: StoreReader, to target: StoreReader) throws {
        let definitions = try source.store.indexDefinitions()
        let existing = try target.store.indexDefinitions().map(\.name)
        for name in try source.store.indexes() {
            try checkForInterruption()
            guard let definition = definitions.first(where: { $0.name == name }) else {
                reportUncopiedIndex(
                    name, of: source, reason: "Quire does not support its definition")
                continue
            }
            do {
                let plan = try target.store.indexPlan(for: [definition], keepingOthers: true)
                if plan.isEmpty { continue }
                if existing.contains(name), !overwrites {
                    reportUncopiedIndex(
                        name, of: source, reason: "COPY contains another index of this name")
                    continue
                }
                try target.store.createIndex(
                    withName: name, config: definition.configuration)
            } catch let error as QuireError
                where [.unsupportedOperation, .invalidQuery, .invalidParameter, .duplicateValue]
                .contains(error.code)
            {
                reportUncopiedIndex(name, of: source, reason: error.message)
            }
        }
    }

    private func reportUncopiedIndex(_ index: String, of source: StoreReader, reason: String) {
        progress.clear()
        console.note(
            "quire copy: index \(index) of collection \(source.name) was not copied: \(reason)")
    }
}
