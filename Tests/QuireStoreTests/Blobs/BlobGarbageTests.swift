import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

@Suite struct BlobGarbageTests {
    let folder: TemporaryFolder
    let store: BlobStore
    let kept: InstalledBlob
    let unneeded: InstalledBlob

    init() throws {
        folder = try TemporaryFolder()
        store = BlobStore(location: folder.path + "/Attachments")
        kept = try store.install(Data("kept".utf8))
        unneeded = try store.install(Data("unneeded".utf8))
    }

    func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: store.location))
    }

    /// Creates a file with a modification date in the past.
    func write(_ name: String, age: TimeInterval) throws {
        let file = try folder.write("content", to: "Attachments/" + name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file.path)
    }

    @Test func `unreferenced contents are removed and counted`() throws {
        let collected = try store.collectGarbage(synchronizingCommits: {}) { $0 == kept.digest }
        #expect(
            try collected == CollectedBlobs(count: 1, byteCount: 8)
                && files() == [kept.digest.fileName])
    }

    @Test func `a store without a folder has no garbage`() throws {
        let store = BlobStore(location: folder.path + "/missing")
        #expect(
            try store.collectGarbage(synchronizingCommits: {}) { _ in false } == CollectedBlobs())
    }

    @Test(arguments: [
        "notes.txt", ".hidden", "Lve95gjOVATpfV8EL5X4nxwjKHE.blob", "incoming", "x.blob",
    ])
    func `a file that is not a blob is not removed`(name: String) throws {
        try write(name, age: 1_000_000)
        let collected = try store.collectGarbage(synchronizingCommits: {}) { _ in false }
        #expect(try collected.count == 2 && files() == [name])
    }

    @Test(arguments: [(0.0, true), (3000, true), (4000, false), (1_000_000, false)])
    func `a temporary file left by a crash is removed after an hour`(
        age: Double, stays: Bool
    ) throws {
        try write("incoming_4F2A", age: age)
        let collected = try store.collectGarbage(synchronizingCommits: {}) { _ in true }
        #expect(
            try collected == CollectedBlobs() && files().contains("incoming_4F2A") == stays)
    }

    @Test func `commits are synchronized once, before the first blob is removed`() throws {
        _ = try store.install(Data("also unneeded".utf8))
        var counts: [Int] = []
        try store.collectGarbage {
            counts.append(try files().count)
        } keeping: {
            $0 == kept.digest
        }
        #expect(try counts == [3] && files().count == 1)
    }

    @Test func `commits are not synchronized if every blob is referenced`() throws {
        var count = 0
        try store.collectGarbage {
            count += 1
        } keeping: { _ in
            true
        }
        #expect(count == 0)
    }

    @Test func `nothing is removed if commits cannot be synchronized`() throws {
        struct Refusal: Error, Equatable {}
        #expect(throws: Refusal()) {
            try store.collectGarbage {
                throw Refusal()
            } keeping: { _ in
                false
            }
        }
        #expect(try files().count == 2)
    }

    @Test func `an error of the reference check ends the garbage collection`() throws {
        struct Refusal: Error, Equatable {}
        #expect(throws: Refusal()) {
            try store.collectGarbage(synchronizingCommits: {}) { _ in throw Refusal() }
        }
        #expect(try files().count == 2)
    }
}
