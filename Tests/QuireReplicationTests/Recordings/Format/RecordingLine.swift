#if Replication
    import Foundation
    import Quire

    /// A line of a recording after the first one.
    struct RecordingLine: Decodable, Sendable {
        /// The number of the line, from 1.
        let i: Int
        /// The number of the connection, from 1.
        let c: Int?
        /// The side that sent this: `client` or `server`.
        let from: String?

        /// What happened outside of the connections.
        let step: String?
        /// The answer to a request of the step.
        let answer: String?
        /// What a client reported at its end.
        let result: String?

        /// `request` or `response`, for the opening handshake.
        let http: String?
        let status: Int?

        /// The type of a message: `MSG`, `RPY`, `ERR`, `ACKMSG` or `ACKRPY`.
        let type: String?
        let n: UInt64?
        let flags: [String]?
        let props: [String: String]?
        let body: String?
        let base64: String?
        let length: Int?
        let sha1: String?
        let frames: Int?
        /// The number of acknowledged bytes.
        let bytes: UInt64?

        /// The event of the WebSocket, such as `close`.
        let ws: String?
        let code: UInt16?

        /// How a direction of the connection ended.
        let tcp: String?
        /// The checksum after the last frame.
        let crc: String?
        let error: String?

        var isFromClient: Bool { from == "client" }
    }

    /// A message of a recording.
    struct RecordedMessage: Sendable {
        enum Kind: String, Sendable {
            case request = "MSG"
            case response = "RPY"
            case error = "ERR"
        }

        /// The number of its line.
        let i: Int
        let connection: Int
        let isFromClient: Bool
        let kind: Kind
        let number: UInt64
        let flags: Set<String>
        let properties: [String: String]
        private(set) var body: RecordedBody

        /// Reads a line, or returns `nil` if it is not that of a message.
        init?(_ line: RecordingLine) {
            guard let kind = line.type.flatMap(Kind.init), let number = line.n,
                let connection = line.c
            else { return nil }
            i = line.i
            self.connection = connection
            isFromClient = line.isFromClient
            self.kind = kind
            self.number = number
            flags = Set(line.flags ?? [])
            properties = line.props ?? [:]
            let bytes =
                line.base64.flatMap { Data(base64Encoded: $0) }.map(Array.init)
                ?? Array((line.body ?? "").utf8)
            body = RecordedBody(beginning: bytes, length: line.length, sha1: line.sha1)
        }

        /// Returns the message with another body.
        func replacingBody(with bytes: [UInt8]) -> RecordedMessage {
            var message = self
            message.body = RecordedBody(beginning: bytes, length: nil, sha1: nil)
            return message
        }

        /// The kind of the request.
        var profile: String { properties["Profile"] ?? "" }
        var expectsReply: Bool { kind == .request && !flags.contains("noreply") }
    }

    /// The body of a recorded message, whose end is missing if it is long.
    struct RecordedBody: Sendable, Equatable {
        /// The first 4,096 bytes.
        let beginning: [UInt8]
        let length: Int
        /// The SHA-1 of the whole body in hexadecimal digits, if the end is missing.
        let sha1: String?

        init(beginning: [UInt8], length: Int?, sha1: String?) {
            self.beginning = beginning
            self.length = length ?? beginning.count
            self.sha1 = self.length == beginning.count ? nil : sha1
        }

        var isComplete: Bool { sha1 == nil }
        var text: String { String(decoding: beginning, as: UTF8.self) }
        var json: JSONValue? { isComplete ? JSONValue(text) : nil }

        /// Returns whether some bytes are the body.
        func matches(_ bytes: [UInt8]) -> Bool {
            bytes.count == length && bytes.starts(with: beginning)
                && (sha1 == nil || sha1 == Self.digest(of: bytes))
        }

        private static func digest(of bytes: [UInt8]) -> String {
            var hash = SHA1()
            hash.update(bytes)
            return hash.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
#endif
