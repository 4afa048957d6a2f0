#if Replication
    @testable import QuireReplication

    /// Frames of one direction with correct checksums, unless changed.
    struct FrameSequence {
        private var encoder = BLIPFrameEncoder(level: 6)
        private(set) var frames: [[UInt8]] = []

        /// Adds a frame with the contents of a message or a part of it.
        mutating func add(
            _ type: BLIPFrameType, _ number: UInt64, _ flags: BLIPFrameFlags, _ contents: [UInt8]
        ) throws {
            let header = BLIPFrameHeader(number: number, flags: BLIPFrameFlags(type, flags))
            frames.append(
                try encoder.frame(header, BLIPFrameContents(head: [], body: contents[...])))
        }

        mutating func add(_ type: BLIPFrameType, _ number: UInt64, _ contents: [UInt8]) throws {
            try add(type, number, [], contents)
        }

        /// Adds a frame of a request.
        mutating func add(_ number: UInt64, _ flags: BLIPFrameFlags, _ contents: [UInt8]) throws {
            try add(.request, number, flags, contents)
        }

        mutating func add(_ number: UInt64, _ contents: [UInt8]) throws {
            try add(.request, number, [], contents)
        }

        /// Adds a frame with any bytes.
        mutating func add(raw bytes: [UInt8]) {
            frames.append(bytes)
        }

        /// The contents of a message without properties.
        static func message(_ body: String) -> [UInt8] { [0] + Array(body.utf8) }
    }

    /// What a receiver made of some frames.
    struct Reception: Equatable {
        var bodies: [String] = []
        var acknowledged: [UInt64] = []
        var violation: BLIPViolation?
        /// The reasons for which messages were discarded.
        var refusals: [BLIPError] = []
        var unfinishedByteCount = 0

        /// Receives frames.
        ///
        /// Responses 1…9 are expected, responses 10…19 are abandoned, and responses 40…49 are received
        /// in parts, each of which is in ``bodies``.
        init(_ frames: [[UInt8]], _ options: BLIPOptions = BLIPOptions()) {
            var receiver = BLIPReceiver(options)
            do throws(BLIPViolation) {
                for frame in frames {
                    let event = try receiver.receive(frame) {
                        switch $0 {
                        case 1...9: .expected
                        case 10...19: .abandoned
                        case 40...49: .expectedInParts
                        default: .unknown
                        }
                    }
                    switch event {
                    case .request(let message, _), .response(let message, _, _):
                        bodies.append(String(decoding: message.body, as: UTF8.self))
                    case .mustAcknowledge(_, let count): acknowledged.append(count)
                    case .part(let part, _, let count):
                        bodies.append(String(decoding: part, as: UTF8.self))
                        if let count { acknowledged.append(count) }
                    case .refused(_, _, let error): refusals.append(error)
                    case .acknowledged, .none: break
                    }
                }
            } catch {
                violation = error
            }
            unfinishedByteCount = receiver.unfinishedByteCount
        }
    }
#endif
