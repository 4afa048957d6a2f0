#if Replication
    import Foundation

    @testable import QuireReplication

    /// A frame of a recorded connection.
    struct RecordedFrame: Decodable {
        let c: Int
        let from: String
        let frame: Data

        var direction: RecordedDirection { RecordedDirection(connection: c, from: from) }
    }

    /// One direction of a recorded connection.
    struct RecordedDirection: Hashable, Comparable, CustomStringConvertible {
        let connection: Int
        let from: String

        var description: String { "connection \(connection) from the \(from)" }

        static func < (one: Self, other: Self) -> Bool {
            (one.connection, one.from) < (other.connection, other.from)
        }
    }

    /// The frames of a recording, by direction.
    struct RecordedFrames {
        static let names = ["lc-delta-l-l", "sg-attachments-l", "sg-conflict-q", "sg-pull5-l"]

        let recording: Recording
        let frames: [RecordedDirection: [[UInt8]]]

        init(_ name: String) throws {
            recording = try Recording(name)
            let decoder = JSONDecoder()
            frames = try Recording.lines(of: "frames/\(name).jsonl").reduce(into: [:]) {
                let frame = try decoder.decode(RecordedFrame.self, from: $1)
                $0[frame.direction, default: []].append(Array(frame.frame))
            }
        }

        /// The lines of the recording for a direction.
        func lines(_ direction: RecordedDirection) -> [RecordingLine] {
            recording.lines.filter {
                $0.c == direction.connection && $0.from == direction.from
            }
        }
    }

    /// A message that was received in frames, with the number of its request.
    struct ReceivedMessage: Equatable {
        let kind: RecordedMessage.Kind
        let number: UInt64
        let message: BLIPMessage

        /// Receives the messages of one direction.
        static func all(in frames: [[UInt8]]) throws -> [ReceivedMessage] {
            var receiver = BLIPReceiver(BLIPOptions())
            return try frames.compactMap { frame in
                switch try receiver.receive(frame, { _ in .expected }) {
                case .request(let message, let number):
                    ReceivedMessage(kind: .request, number: number, message: message)
                case .response(let message, let number, let isError):
                    ReceivedMessage(
                        kind: isError ? .error : .response, number: number, message: message)
                case .none, .acknowledged, .part, .mustAcknowledge, .refused: nil
                }
            }
        }
    }
#endif
