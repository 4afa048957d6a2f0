import Foundation

/// A stream that reads a blob's file and verifies the digest at the end.
final class BlobInputStream: InputStream {
    private var file: OpenFile?
    private let path: String
    private let digest: BlobDigest
    private var function = SHA1()
    private var status = Status.notOpen
    private var failure: QuireError?
    private weak var storedDelegate: (any StreamDelegate)?

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - file: The file, positioned at its beginning.
    ///   - digest: The expected digest of the content.
    init(_ file: OpenFile, digest: BlobDigest) {
        self.file = file
        self.digest = digest
        path = file.path
        super.init(data: Data())
    }

    override func open() {
        if status == .notOpen { status = .open }
    }

    override func close() {
        file = nil
        if status != .error { status = .closed }
    }

    override var streamStatus: Status { status }

    override var streamError: (any Error)? { failure }

    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        switch status {
        case .open: break
        case .atEnd: return 0
        default: return -1
        }
        guard let file, maxLength > 0 else { return 0 }
        let chunk = UnsafeMutableRawBufferPointer(start: buffer, count: maxLength)
        do {
            let count = try file.readNext(into: chunk)
            if count == 0 { return try end() }
            function.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            return count
        } catch {
            failure =
                error as? QuireError
                ?? QuireError(.ioError, "Cannot read \(path).", underlyingError: error)
            status = .error
            return -1
        }
    }

    private func end() throws -> Int {
        guard function.digest == digest.bytes else { throw BlobStore.damaged(path) }
        status = .atEnd
        return 0
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool {
        false
    }

    // Reading never waits, so the stream does not need to deliver events.

    // Apple's Stream requires that a subclass implements the property.
    override var delegate: (any StreamDelegate)? {
        get { storedDelegate }
        set { storedDelegate = newValue }
    }

    override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    #if canImport(Darwin)
        override func property(forKey key: PropertyKey) -> Any? { nil }

        override func setProperty(_ property: Any?, forKey key: PropertyKey) -> Bool { false }
    #else
        override func property(forKey key: PropertyKey) -> AnyObject? { nil }

        override func setProperty(_ property: AnyObject?, forKey key: PropertyKey) -> Bool { false }
    #endif
}
