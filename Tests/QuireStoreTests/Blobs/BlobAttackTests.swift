import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireDocuments

/// Hostile files in a database's folder.
@Suite struct BlobAttackTests {
    let folder: TemporaryFolder
    let store: BlobStore
    let secret: URL

    init() throws {
        folder = try TemporaryFolder()
        store = BlobStore(location: folder.path + "/Attachments")
        secret = try folder.write(SampleBlob.text, to: "secret.txt")
    }

    static let digest = BlobStoreTests.digest

    var file: String { store.location + "/" + Self.digest.fileName }

    func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: store.location, withIntermediateDirectories: true)
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    static let uses: [@Sendable (BlobStore) throws -> Void] = [
        { _ = try $0.install(SampleBlob.content) },
        { _ = try $0.install(readingFrom: InputStream(data: SampleBlob.content)) },
        { _ = try $0.read(digest, length: 12) },
        { _ = try $0.stream(digest, length: 12) },
        { _ = try $0.length(of: digest) },
        { _ = try $0.collectGarbage(synchronizingCommits: {}) { _ in false } },
        { try $0.copyContents(to: BlobStore(location: $0.location + "-copy")) },
    ]

    @Test(arguments: uses.indices)
    func `an attachment directory that is a symbolic link is rejected`(index: Int) throws {
        let elsewhere = folder.path + "/elsewhere"
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        let victim = elsewhere + "/" + Self.digest.fileName
        try SampleBlob.content.write(to: URL(fileURLWithPath: victim))
        try link(store.location, to: elsewhere)
        let error = thrownError { try Self.uses[index](store) }
        let files = try FileManager.default.contentsOfDirectory(atPath: elsewhere)
        #expect(
            error?.code == .cantOpenFile && error?.message.contains(store.location) == true
                && files == [Self.digest.fileName])
    }

    @Test(arguments: uses.indices)
    func `an attachment directory that is a file is rejected`(index: Int) throws {
        _ = try folder.write("a file", to: "Attachments")
        #expect(thrownCode { try Self.uses[index](store) } == .cantOpenFile)
    }

    @Test
    func `a blob that is a symbolic link is not read, even if it refers to the right content`()
        throws
    {
        try makeFolder()
        try link(file, to: secret.path)
        let codes = [
            thrownCode { _ = try store.read(Self.digest, length: nil) },
            thrownCode { _ = try store.stream(Self.digest, length: 12) },
        ]
        #expect(
            try codes == [.cantOpenFile, .cantOpenFile] && store.length(of: Self.digest) == nil)
    }

    @Test(arguments: BlobStoreTests.Way.allCases)
    func `a symbolic link is replaced by the content, and its target is not changed`(
        way: BlobStoreTests.Way
    ) throws {
        try makeFolder()
        let target = try folder.write("something else", to: "target.txt")
        try link(file, to: target.path)
        switch way {
        case .data: _ = try store.install(SampleBlob.content)
        case .stream: _ = try store.install(readingFrom: InputStream(data: SampleBlob.content))
        case .file: _ = try store.install(contentsOf: secret)
        }
        #expect(
            try store.read(Self.digest, length: 12) == SampleBlob.content
                && String(contentsOf: target, encoding: .utf8) == "something else")
    }

    @Test func `reading a pipe in place of a blob does not block`() throws {
        try makeFolder()
        #expect(
            mkfifo(file, 0o600) == 0
                && thrownCode { _ = try store.read(Self.digest, length: nil) } == .cantOpenFile)
    }

    @Test func `a folder in place of a blob is an error`() throws {
        try makeFolder()
        try FileManager.default.createDirectory(
            atPath: file, withIntermediateDirectories: true)
        let codes = [
            thrownCode { _ = try store.read(Self.digest, length: nil) },
            thrownCode { _ = try store.install(SampleBlob.content) },
        ]
        #expect(codes == [.cantOpenFile, .ioError])
    }

    @Test func `garbage collection neither follows nor removes symbolic links`() throws {
        try makeFolder()
        try link(file, to: secret.path)
        let collected = try store.collectGarbage(synchronizingCommits: {}) { _ in false }
        #expect(
            collected.count == 0 && FileManager.default.fileExists(atPath: secret.path)
                && FileManager.default.fileExists(atPath: file))
    }
}
