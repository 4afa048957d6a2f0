import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import QuirePlatform
import Testing

@testable import QuireDocuments

@Suite struct BlobTests {
    let folder: TemporaryFolder
    let storage: MemoryBlobStorage

    init() throws {
        folder = try TemporaryFolder()
        storage = MemoryBlobStorage()
    }

    static let text = SampleBlob.text
    static let content = SampleBlob.content
    static let digest = SampleBlob.digest

    enum Kind: CaseIterable { case data, stream, file }

    func blob(_ kind: Kind, _ text: String = text) throws -> Blob {
        switch kind {
        case .data: Blob(contentType: "text/plain", data: Data(text.utf8))
        case .stream:
            Blob(contentType: "text/plain", contentStream: InputStream(data: Data(text.utf8)))
        case .file:
            try Blob(contentType: "text/plain", fileURL: folder.write(text, to: "\(UUID()).txt"))
        }
    }

    func reference(_ digest: String = digest, in storage: (any BlobStorage)?) -> Blob {
        Blob(
            contentType: nil,
            Blob.State(
                source: .reference(storage), digest: BlobDigest(digest), length: 12))
    }

    // MARK: Reading

    @Test(arguments: Kind.allCases)
    func `a content can be read repeatedly before it is saved`(kind: Kind) throws {
        let blob = try blob(kind)
        let read = [blob.content, try blob.contentStream?.rest(), try blob.read(), blob.content]
        #expect(read == Array(repeating: Self.content, count: 4))
    }

    @Test(arguments: Kind.allCases)
    func `a content can be read repeatedly after it was saved`(kind: Kind) throws {
        let blob = try blob(kind)
        try blob.install(in: storage)
        let read = [blob.content, try blob.contentStream?.rest(), try blob.read(), blob.content]
        #expect(read == Array(repeating: Self.content, count: 4))
    }

    @Test(arguments: Kind.allCases)
    func `a content that was read can still be saved`(kind: Kind) throws {
        let blob = try blob(kind)
        _ = try blob.contentStream?.rest()
        try blob.install(in: storage)
        #expect(storage.contents == [Self.digest: Self.content])
    }

    @Test(arguments: Kind.allCases)
    func `a blob has a digest and a length after saving`(kind: Kind) throws {
        let blob = try blob(kind)
        let before = blob.digest
        try blob.install(in: storage)
        #expect(before == nil && blob.digest == Self.digest && blob.length == 12)
    }

    @Test(arguments: [(Kind.data, 12 as UInt64), (.file, 12), (.stream, 0)])
    func `the length is known before saving, except for a stream`(kind: Kind, length: UInt64) throws
    {
        #expect(try blob(kind).length == length)
    }

    @Test(arguments: Kind.allCases)
    func `a blob that is saved twice is stored once`(kind: Kind) throws {
        let blob = try blob(kind)
        try blob.install(in: storage)
        try blob.install(in: storage)
        #expect(storage.installCount == 1)
    }

    @Test func `the URL must be a file URL`() throws {
        let url = try #require(URL(string: "https://quire.example/a.txt"))
        #expect(
            thrownCode { _ = try Blob(contentType: "text/plain", fileURL: url) }
                == .invalidParameter)
    }

    @Test func `a missing file is detected when it is read`() throws {
        let blob = try Blob(
            contentType: "text/plain", fileURL: folder.url.appending(path: "missing"))
        #expect(thrownCode { _ = try blob.read() } == .cantOpenFile && blob.content == nil)
    }

    // MARK: Failures

    @Test func `a blob without a database has no content, and reading it throws notFound`() throws {
        let blob = reference(in: nil)
        #expect(
            thrownCode { _ = try blob.read() } == .notFound && blob.content == nil
                && blob.contentStream == nil)
    }

    @Test func `a blob without a database has its content after it was saved to one`() throws {
        _ = try storage.install(Self.content)
        let blob = reference(in: nil)
        try blob.install(in: storage)
        #expect(blob.content == Self.content)
    }

    @Test func `a blob whose content is missing in its database can be saved there again`() throws {
        let blob = reference(in: storage)
        try blob.install(in: storage)
        #expect(blob.digest == Self.digest && thrownCode { _ = try blob.read() } == .notFound)
    }

    @Test func `a blob of another database is copied`() throws {
        _ = try storage.install(Self.content)
        let blob = reference(in: storage)
        let other = MemoryBlobStorage()
        try blob.install(in: other)
        #expect(other.contents == [Self.digest: Self.content])
    }

    @Test func `a blob whose content is missing in another database cannot be saved`() throws {
        let blob = reference(in: MemoryBlobStorage())
        #expect(thrownCode { try blob.install(in: storage) } == .notFound)
    }

    @Test func `a content in memory is stored again if its file was removed`() throws {
        let blob = try blob(.data)
        try blob.install(in: storage)
        storage.removeAll()
        try blob.install(in: storage)
        #expect(storage.contents == [Self.digest: Self.content])
    }

    @Test(arguments: [Kind.stream, .file])
    func `a blob with a missing content cannot be saved`(kind: Kind) throws {
        let blob = try blob(kind)
        try blob.install(in: storage)
        storage.removeAll()
        #expect(thrownCode { try blob.install(in: storage) } == .notFound)
    }

    @Test func `a stream that failed fails again`() throws {
        let stream = try #require(InputStream(url: folder.url.appending(path: "missing")))
        let blob = Blob(contentType: "text/plain", contentStream: stream)
        let codes = (0..<2).map { _ in thrownCode { try blob.install(in: storage) } }
        #expect(codes == [.ioError, .ioError] && blob.content == nil)
    }

    @Test func `a stream that reads its own blob's content does not deadlock`() throws {
        let blob = Blob(contentType: "text/plain", contentStream: SelfishStream())
        SelfishStream.blob.withLock { $0 = blob }
        defer { SelfishStream.blob.withLock { $0 = nil } }
        #expect(try blob.read().isEmpty && SelfishStream.code.withLock { $0 } == .busy)
    }

    @Test func `threads that read a stream's blob all get the complete content`() throws {
        let blob = try blob(.stream)
        let threads = (0..<8).map { index in
            OtherThread {
                if index.isMultiple(of: 2) { return blob.content }
                return try blob.contentStream?.rest()
            }
        }
        #expect(try threads.map { try $0.wait() } == Array(repeating: Self.content, count: 8))
    }

    // MARK: Equality

    @Test(arguments: Kind.allCases, Kind.allCases)
    func `blobs with the same content are equal, saved or not`(left: Kind, right: Kind) throws {
        let (saved, unsaved, other) = try (blob(left), blob(right), blob(right))
        try saved.install(in: storage)
        try other.install(in: storage)
        #expect(
            saved == unsaved && saved == other
                && Set([saved.hashValue, unsaved.hashValue, other.hashValue]).count == 1)
    }

    @Test(arguments: Kind.allCases)
    func `blobs with different contents are not equal`(kind: Kind) throws {
        let left = try blob(kind)
        #expect(try left != blob(kind, "hello World!") && left != blob(kind, ""))
    }

    @Test func `a blob without its content equals only those with its digest`() throws {
        let lost = reference(in: nil)
        #expect(try lost == reference(in: storage) && lost != blob(.data))
    }

    @Test func `a blob's description contains its properties`() throws {
        let blob = try blob(.data)
        let before = "\(blob)"
        try blob.install(in: storage)
        #expect(
            [before, "\(blob)"] == [
                "Blob[text/plain; 12 bytes]", "Blob[text/plain; 12 bytes; \(Self.digest)]",
            ])
    }
}

/// A stream that reads the content of its own blob.
private final class SelfishStream: InputStream {
    static let blob = Mutex<Blob?>(nil)
    static let code = Mutex<QuireError.Code?>(nil)

    init() { super.init(data: Data()) }

    override func open() {}
    override func close() {}
    override var streamStatus: Status { .open }
    override var hasBytesAvailable: Bool { true }
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        let blob = Self.blob.withLock { $0 }
        let code = thrownCode { _ = try blob?.read() }
        Self.code.withLock { $0 = code }
        return 0
    }
}
