import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireDocuments

/// Contents that are too large for memory.
@Suite struct BlobStreamTests {
    let folder: TemporaryFolder
    let store: BlobStore

    init() throws {
        folder = try TemporaryFolder()
        store = BlobStore(location: folder.path + "/Attachments")
    }

    /// Long enough to detect buffering in memory, and short enough for a debug build.
    static let length = 8 << 20

    @Test func `a long stream is written and read incrementally`() throws {
        let stream = GeneratedStream(length: Self.length, watching: store.location)
        let blob = try store.install(readingFrom: stream)
        let copy = try #require(try store.stream(blob.digest, length: blob.length))
        var (count, largest, sum) = (0, 0, 0 as UInt64)
        try copy.forEachChunk { chunk in
            count += chunk.count
            largest = max(largest, chunk.count)
            sum &+= GeneratedStream.sum(chunk)
        }
        // The file contains everything that the stream delivered, except for the last chunk.
        #expect(
            stream.mostUnwritten <= InputStream.chunkLength && largest <= InputStream.chunkLength
                && count == Self.length && sum == stream.sum)
    }

    @Test func `a stream that was read completely is at its end`() throws {
        let blob = try store.install(SampleBlob.content)
        let stream = try #require(try store.stream(blob.digest, length: nil))
        var buffer = [UInt8](repeating: 0, count: 7)
        stream.open()
        var statuses: [Stream.Status] = []
        let counts = (0..<4).map { _ in
            defer { statuses.append(stream.streamStatus) }
            return stream.read(&buffer, maxLength: buffer.count)
        }
        let available = stream.hasBytesAvailable
        stream.close()
        #expect(
            counts == [7, 5, 0, 0] && statuses == [.open, .open, .atEnd, .atEnd] && !available
                && stream.streamStatus == .closed && stream.streamError == nil)
    }

    @Test func `a stream of a damaged content fails at its end and stays failed`() throws {
        let blob = try store.install(SampleBlob.content)
        let path = store.location + "/" + blob.digest.fileName
        try FileManager.default.removeItem(atPath: path)
        try Data("hello World!".utf8).write(to: URL(fileURLWithPath: path))
        let stream = try #require(try store.stream(blob.digest, length: nil))
        var buffer = [UInt8](repeating: 0, count: 64)
        stream.open()
        let counts = (0..<3).map { _ in stream.read(&buffer, maxLength: buffer.count) }
        stream.close()
        #expect(
            counts == [12, -1, -1] && stream.streamStatus == .error
                && (stream.streamError as? QuireError)?.code == .corruptData)
    }

    @Test func `a stream that is not open returns nothing`() throws {
        let blob = try store.install(SampleBlob.content)
        let stream = try #require(try store.stream(blob.digest, length: nil))
        var buffer = [UInt8](repeating: 0, count: 64)
        let before = stream.read(&buffer, maxLength: buffer.count)
        stream.open()
        stream.close()
        #expect(before == -1 && stream.read(&buffer, maxLength: buffer.count) == -1)
    }

    @Test func `a stream can be read after its file was removed`() throws {
        let blob = try store.install(SampleBlob.content)
        let stream = try #require(try store.stream(blob.digest, length: nil))
        try store.collectGarbage(synchronizingCommits: {}) { _ in false }
        #expect(try stream.rest() == SampleBlob.content)
    }
}

/// A stream that generates bytes and measures how many of them are not yet in a file.
private final class GeneratedStream: InputStream {
    private let count: Int
    private let watched: String
    private var delivered = 0
    private var status = Status.notOpen
    /// The maximum number of delivered bytes that were not yet in a file.
    private(set) var mostUnwritten = 0
    /// A checksum of the delivered bytes.
    private(set) var sum: UInt64 = 0

    init(length: Int, watching folder: String) {
        count = length
        watched = folder
        super.init(data: Data())
    }

    static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        // All chunks consist of whole words, so their boundaries do not matter.
        var sum: UInt64 = 0
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            sum &+= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return sum
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var streamStatus: Status { status }
    override var hasBytesAvailable: Bool { delivered < count }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        mostUnwritten = max(mostUnwritten, delivered - written)
        let length = min(maxLength, count - delivered)
        memset(buffer, Int32(UInt8(truncatingIfNeeded: delivered >> 12)), length)
        sum &+= Self.sum(UnsafeRawBufferPointer(start: buffer, count: length))
        delivered += length
        return length
    }

    private var written: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: watched)) ?? []
        return names.reduce(0) { sum, name in
            let file = try? FileManager.default.attributesOfItem(atPath: watched + "/" + name)
            return sum + ((file?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}
