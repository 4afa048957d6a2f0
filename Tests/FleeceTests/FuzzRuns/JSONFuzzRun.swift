import Fleece

/// A run that parses bytes as JSON and as JSON lines.
enum JSONFuzzRun {
    static func run(_ bytes: UnsafeRawBufferPointer) throws {
        let writer = FleeceWriter()
        if case .success(let body) = read(bytes, writer) { try requireRoundTrip(body, writer) }
        let chunk = 1 + bytes.count % 7
        try requireSameLines(bytes, chunk: chunk)
        try requireShortLines(bytes, chunk: chunk)
    }

    private static func read(
        _ text: UnsafeRawBufferPointer, _ writer: FleeceWriter
    ) -> Result<[UInt8], JSONError> {
        writer.reset()
        return Result { () throws(JSONError) in
            try JSONReader.read(text, into: writer)
            return (try? writer.finish()) ?? []
        }
    }

    // MARK: One text

    private static func requireRoundTrip(_ body: [UInt8], _ writer: FleeceWriter) throws {
        try ReaderFuzzRun.requireValid(body, "Fleece that was made of JSON")
        guard let root = FleeceStorage(body).root else {
            throw FuzzFailure("Fleece that was made of JSON has no root")
        }
        for format in [JSONFormat.compact, .canonical, .pretty] {
            var text = try root.json(format)
            let again = try text.withUTF8 { try read(UnsafeRawBufferPointer($0), writer).get() }
            let textAgain = try FleeceStorage(again).root?.json(format)
            try require(
                textAgain?.utf8.elementsEqual(text.utf8) == true,
                "JSON to Fleece to JSON gives the same text")
        }
    }

    // MARK: Lines

    /// Passes the bytes in small chunks.
    private static func lines(
        _ bytes: UnsafeRawBufferPointer, chunk: Int, limit: Int = .max
    ) -> JSONLines {
        var rest = bytes[...]
        return JSONLines(maximumLineLength: limit) { buffer in
            let part = rest.prefix(min(chunk, buffer.count))
            buffer.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
    }

    /// Requires that lines from a stream have the same results as lines parsed separately.
    private static func requireSameLines(_ bytes: UnsafeRawBufferPointer, chunk: Int) throws {
        let streamWriter = FleeceWriter()
        let writer = FleeceWriter()
        var stream = lines(bytes, chunk: chunk)
        let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in texts.enumerated() {
            // A byte order mark at the start is skipped.
            let hasMark = index == 0 && line.starts(with: [0xEF, 0xBB, 0xBF])
            let text = line.dropFirst(hasMark ? 3 : 0)
            if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            streamWriter.reset()
            let streamed: Result<[UInt8], JSONError>
            do {
                let hasText = try stream.readNext(into: streamWriter)
                try require(hasText, "a stream has the text of line \(index + 1)")
                streamed = .success(try streamWriter.finish())
            } catch let error as JSONError {
                streamed = .failure(error)
            }
            try require(stream.line == index + 1, "a stream is at line \(index + 1)")
            let expected = read(UnsafeRawBufferPointer(rebasing: text), writer)
            switch (streamed, expected) {
            case (.success(let left), .success(let right)):
                try require(left == right, "a streamed line gives the same bytes")
            case (.failure(let left), .failure(let right)):
                try require(
                    left.message == right.message && left.column == right.column,
                    "a streamed line gives the same error: \(left), not \(right)")
            default:
                throw FuzzFailure("line \(index + 1) is \(expected), but streamed \(streamed)")
            }
        }
        let hasMore = (try? stream.readNext(into: FleeceWriter())) ?? true
        try require(!hasMore, "a stream ends after the last line")
    }

    /// Requires that with a limit of 16 bytes per line, each call still consumes a line.
    private static func requireShortLines(_ bytes: UnsafeRawBufferPointer, chunk: Int) throws {
        let writer = FleeceWriter()
        var stream = lines(bytes, chunk: chunk, limit: 16)
        let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for _ in 0...texts.count {
            writer.reset()
            do {
                guard try stream.readNext(into: writer) else { return }
            } catch is JSONError {
                continue
            }
            let length = texts.indices.contains(stream.line - 1) ? texts[stream.line - 1].count : 0
            try require(length <= 16, "a line of \(length) bytes is not one of 16 at the most")
        }
        throw FuzzFailure("a stream of \(texts.count) lines does not end")
    }
}
