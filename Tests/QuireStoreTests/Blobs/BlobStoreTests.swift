import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireDocuments

@Suite struct BlobStoreTests {
    let folder: TemporaryFolder
    let store: BlobStore

    init() throws {
        folder = try TemporaryFolder()
        store = BlobStore(location: folder.path + "/Attachments")
    }

    static let content = SampleBlob.content
    static let digest = BlobDigest(of: SampleBlob.text)

    func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: store.location) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: store.location).sorted()
    }

    func path(_ digest: BlobDigest = digest) -> String {
        store.location + "/" + digest.fileName
    }

    /// Overwrites or creates a blob's file with other contents.
    func damage(_ text: String) throws {
        try? FileManager.default.removeItem(atPath: path())
        try Data(text.utf8).write(to: URL(fileURLWithPath: path()))
    }

    func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    enum Way: CaseIterable { case data, stream, file }

    func install(_ way: Way, _ text: String = SampleBlob.text) throws -> InstalledBlob {
        switch way {
        case .data: try store.install(Data(text.utf8))
        case .stream: try store.install(readingFrom: InputStream(data: Data(text.utf8)))
        case .file: try store.install(contentsOf: folder.write(text, to: "\(UUID()).txt"))
        }
    }

    // MARK: Writing

    @Test func `a store creates its folder when the first content is saved`() throws {
        _ = try store.read(Self.digest, length: nil)
        _ = try store.length(of: Self.digest)
        #expect(!FileManager.default.fileExists(atPath: store.location))
    }

    @Test(arguments: Way.allCases)
    func `a content is stored only in the file for its digest`(way: Way) throws {
        let blob = try install(way)
        #expect(
            try files() == ["Lve95gjOVATpfV8EL5X4nxwjKHE=.blob"]
                && FileManager.default.contents(atPath: path()) == Self.content
                && blob == InstalledBlob(digest: Self.digest, length: 12))
    }

    @Test(arguments: Way.allCases)
    func `an empty content can be stored`(way: Way) throws {
        let blob = try install(way, "")
        #expect(try store.read(blob.digest, length: 0) == Data())
    }

    @Test func `stored files are readable only by the owner, and read-only`() throws {
        _ = try install(.stream)
        #expect(try mode(store.location) == 0o700 && mode(path()) == 0o400)
    }

    @Test(arguments: Way.allCases)
    func `an existing content is not written again`(way: Way) throws {
        _ = try install(.data)
        let before = try FileManager.default.attributesOfItem(atPath: path())
        _ = try install(way)
        let after = try FileManager.default.attributesOfItem(atPath: path())
        let numbers = [before, after].map { ($0[.systemFileNumber] as? NSNumber)?.uint64Value }
        #expect(try numbers[0] != nil && numbers[0] == numbers[1] && files().count == 1)
    }

    @Test(arguments: Way.allCases, ["", "Hello", "hello World!", "Hello World! And more."])
    func `a damaged content is replaced`(way: Way, text: String) throws {
        _ = try install(.data)
        try damage(text)
        _ = try install(way)
        #expect(try store.read(Self.digest, length: 12) == Self.content && files().count == 1)
    }

    @Test func `threads that store the same content concurrently leave one file`() throws {
        let store = store
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let threads = (0..<8).map { index in
            OtherThread {
                switch index % 2 {
                case 0: try store.install(content)
                default: try store.install(readingFrom: InputStream(data: content))
                }
            }
        }
        let blobs = try threads.map { try $0.wait() }
        #expect(
            try Set(blobs).count == 1 && files() == [blobs[0].digest.fileName]
                && store.read(blobs[0].digest, length: blobs[0].length) == content)
    }

    @Test func `a failing stream leaves nothing behind`() throws {
        let stream = try #require(InputStream(url: folder.url.appending(path: "missing")))
        let code = thrownCode { _ = try store.install(readingFrom: stream) }
        #expect(try code == .ioError && files() == [])
    }

    @Test func `an unreadable file leaves nothing behind`() throws {
        let missing = thrownCode { _ = try store.install(contentsOf: URL(fileURLWithPath: "/no")) }
        let directory = thrownCode { _ = try store.install(contentsOf: folder.url) }
        #expect(try missing == .cantOpenFile && directory == .ioError && files() == [])
    }

    #if os(Linux)
        @Test func `a full disk is an error that names the file`() throws {
            let full = OpenFile(
                descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC), path: "/dev/full")
            let error = thrownError {
                try Array(Self.content).withUnsafeBytes { try full.append($0) }
            }
            #expect(error?.code == .ioError && error?.message.contains("/dev/full") == true)
        }
    #endif

    @Test func `a store whose parent folder is missing throws an error that says so`() {
        let store = BlobStore(location: folder.path + "/missing/Attachments")
        #expect(thrownCode { _ = try store.install(Self.content) } == .cantOpenFile)
    }

    // MARK: Reading

    @Test func `a missing content is nil`() throws {
        _ = try install(.data, "another")
        #expect(
            try store.read(Self.digest, length: 12) == nil
                && store.stream(Self.digest, length: 12) == nil
                && store.length(of: Self.digest) == nil && !store.exists(Self.digest))
    }

    @Test(arguments: [nil, 12 as UInt64])
    func `a content can be read completely and as a stream`(length: UInt64?) throws {
        _ = try install(.data)
        #expect(
            try store.read(Self.digest, length: length) == Self.content
                && store.stream(Self.digest, length: length)?.rest() == Self.content
                && store.length(of: Self.digest) == 12 && store.exists(Self.digest))
    }

    @Test(arguments: ["", "Hello World", "hello World!", "Hello World! And more."])
    func `a damaged content is not returned`(text: String) throws {
        _ = try install(.data)
        try damage(text)
        let store = store
        let codes = [nil, 12 as UInt64].flatMap { length in
            [
                thrownCode { _ = try store.read(Self.digest, length: length) },
                thrownCode { _ = try store.stream(Self.digest, length: length)?.rest() },
            ]
        }
        #expect(codes == Array(repeating: .corruptData, count: 4))
    }

    @Test func `the content is not returned for a document with another length`() throws {
        _ = try install(.data)
        let codes = [
            thrownCode { _ = try store.read(Self.digest, length: 11) },
            thrownCode { _ = try store.stream(Self.digest, length: 13) },
        ]
        #expect(codes == [.corruptData, .corruptData])
    }

    // MARK: Temporary stores

    @Test func `a temporary store leaves nothing when it is removed`() throws {
        let temporary = BlobStore.temporary()
        _ = try temporary.install(Self.content)
        let mode = try mode(temporary.location)
        temporary.remove()
        #expect(mode == 0o700 && !FileManager.default.fileExists(atPath: temporary.location))
    }

    @Test func `temporary stores are different`() {
        #expect(BlobStore.temporary().location != BlobStore.temporary().location)
    }

    @Test func `a store that contains other files is not removed`() throws {
        _ = try install(.data)
        _ = try folder.write("notes", to: "Attachments/notes.txt")
        store.remove()
        #expect(try files() == ["notes.txt"])
    }

    // MARK: Copying

    @Test func `a copy has the same contents, including damaged ones`() throws {
        let other = BlobStore(location: folder.path + "/Copy")
        let blobs = try ["a", "b", "c"].map { try install(.data, $0) } + [install(.data)]
        try damage("hello World!")
        _ = try folder.write("not a blob", to: "Attachments/notes.txt")
        try store.copyContents(to: other)
        try store.copyContents(to: other)
        let names = try FileManager.default.contentsOfDirectory(atPath: other.location).sorted()
        #expect(
            try names == blobs.map(\.digest.fileName).sorted()
                && blobs.dropLast().allSatisfy { try other.read($0.digest, length: 1) != nil }
                && mode(other.location + "/" + names[0]) == 0o400
                && thrownCode { _ = try other.read(Self.digest, length: 12) } == .corruptData)
    }

    @Test func `copying a store without a folder creates none`() throws {
        let other = BlobStore(location: folder.path + "/Copy")
        try store.copyContents(to: other)
        #expect(!FileManager.default.fileExists(atPath: other.location))
    }
}
