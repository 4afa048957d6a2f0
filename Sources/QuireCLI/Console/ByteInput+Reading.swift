extension ByteInput {
    /// Reads everything that comes, as text.
    ///
    /// - Throws: ``Failure`` if it is not UTF-8.
    func readAll() throws -> String {
        guard let text = String(validating: try readBytes(), as: UTF8.self) else {
            throw Failure("what was read is not UTF-8")
        }
        return text
    }

    /// Reads everything that comes.
    func readBytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = try buffer.withUnsafeMutableBytes(read(into:)), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }
}
