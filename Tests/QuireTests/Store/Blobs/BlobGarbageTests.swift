import Foundation
import QuireTestSupport
import Testing

@testable import Quire

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

    /// Puts a file into the folder that was last written some seconds ago.
    func write(_ name: String, age: TimeInterval) throws {
        let file = try folder.write("content", to: "Attachments/" + name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file.path)
    }

    @Test func `a content that nobody needs is removed and counted`() throws {
        let collected = try store.collectGarbage { $0 == kept.digest }
        #expect(
            try collected == CollectedBlobs(count: 1, byteCount: 8)
                && files() == [kept.digest.fileName])
    }

    @Test func `a store without a folder has no garbage`() throws {
        let store = BlobStore(location: folder.path + "/missing")
        #expect(try store.collectGarbage { _ in false } == CollectedBlobs())
    }

    @Test(arguments: [
        "notes.txt", ".hidden", "Lve95gjOVATpfV8EL5X4nxwjKHE.blob", "incoming", "x.blob",
    ])
    func `a file that is not a blob is left alone`(name: String) throws {
        try write(name, age: 1_000_000)
        let collected = try store.collectGarbage { _ in false }
        #expect(try collected.count == 2 && files() == [name])
    }

    @Test(arguments: [(0.0, true), (3000, true), (4000, false), (1_000_000, false)])
    func `a temporary file that a crash left is removed after an hour`(
        age: Double, stays: Bool
    ) throws {
        try write("incoming_4F2A", age: age)
        let collected = try store.collectGarbage { _ in true }
        #expect(
            try collected == CollectedBlobs() && files().contains("incoming_4F2A") == stays)
    }

    @Test func `an error of whoever is asked ends the collecting`() throws {
        struct Refusal: Error, Equatable {}
        #expect(throws: Refusal()) { try store.collectGarbage { _ in throw Refusal() } }
        #expect(try files().count == 2)
    }
}
