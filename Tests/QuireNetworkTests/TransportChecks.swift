import QuireNetwork

extension ByteTransport {
    /// Receives until a number of bytes has arrived or the stream has ended.
    func receive(exactly count: Int, parts: Int = 65_536) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try await receive(maximum: min(parts, count - bytes.count))
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// Receives until the end of the stream, and returns the error that ended it, if any.
    func receiveAll() async -> (bytes: [UInt8], error: NetworkError.Kind?) {
        var bytes: [UInt8] = []
        do {
            while true {
                let part = try await receive(maximum: 1_000)
                if part.isEmpty { return (bytes, nil) }
                bytes += part
            }
        } catch {
            return (bytes, (error as? NetworkError)?.kind)
        }
    }
}

/// Returns the kind of the error that an operation throws.
func kind(of operation: () async throws -> Void) async -> NetworkError.Kind? {
    do {
        try await operation()
        return nil
    } catch {
        return (error as? NetworkError)?.kind
    }
}

/// Bytes of which each depends on its position.
func pattern(_ count: Int) -> [UInt8] { Array(longPattern.prefix(count)) }

private let longPattern: [UInt8] = {
    var words: [UInt32] = []
    for number in 0..<262_144 { words.append(UInt32(number) &* 0x9E37_79B1) }
    return words.withUnsafeBytes { Array($0) }
}()
