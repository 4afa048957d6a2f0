#if Replication && (os(Linux) || os(macOS))
    import Foundation
    import QuirePlatform
    import Testing

    /// A process of the independent replication peer, `Tests/ReplicationPeer/peer.py`.
    final class PeerProcess: Sendable {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// A line of the process.
        struct Line: Sendable {
            let text: String

            /// The members of the JSON object.
            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
            }
        }

        private static let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()

        private static let python = root.appending(path: ".build/replication-peer/bin/python")

        /// Whether `Scripts/support/replication-peer` has prepared the interpreter.
        static let isAvailable = FileManager.default.isExecutableFile(atPath: python.path)

        private let process: Process
        private let input: FileHandle
        private let lines: AsyncStream<Line>
        /// The port of a passive peer.
        let port: Int

        /// Starts a peer with arguments of `peer.py`.
        init(_ arguments: [String]) async throws {
            process = Process()
            process.executableURL = Self.python
            process.arguments =
                [Self.root.appending(path: "Tests/ReplicationPeer/peer.py").path] + arguments
            let (inputPipe, outputPipe) = (Pipe(), Pipe())
            process.standardInput = inputPipe
            process.standardOutput = outputPipe
            process.standardError = FileHandle.standardError
            input = inputPipe.fileHandleForWriting
            let (lines, continuation) = AsyncStream.makeStream(of: Line.self)
            self.lines = lines
            try process.run()
            let output = outputPipe.fileHandleForReading
            let reader = Thread {
                var pending: [UInt8] = []
                while true {
                    let part = output.availableData
                    if part.isEmpty { break }
                    pending += part
                    while let end = pending.firstIndex(of: 10) {
                        let text = String(decoding: pending[..<end], as: UTF8.self)
                        continuation.yield(Line(text: text))
                        pending.removeFirst(end + 1)
                    }
                }
                continuation.finish()
            }
            reader.start()
            let first = await Self.next(of: lines)?.object ?? [:]
            guard first["ready"] as? Bool == true else {
                throw Failure(description: "the peer did not start: \(arguments)")
            }
            port = first["port"] as? Int ?? 0
        }

        deinit { if process.isRunning { process.terminate() } }

        private static func next(of lines: AsyncStream<Line>) async -> Line? {
            var iterator = lines.makeAsyncIterator()
            return await iterator.next()
        }

        /// The URL of a passive peer.
        var url: URL {
            get throws {
                guard let url = URL(string: "ws://127.0.0.1:\(port)/db") else {
                    throw Failure(description: "the peer has no URL")
                }
                return url
            }
        }

        /// Sends a request and returns the response.
        @discardableResult
        func ask(_ request: [String: any Sendable]) async throws -> [String: Any] {
            let data = try JSONSerialization.data(withJSONObject: request)
            try input.write(contentsOf: data + Data("\n".utf8))
            guard let line = await Self.next(of: lines) else {
                throw Failure(description: "the peer ended at the request \(request)")
            }
            let answer = line.object
            guard answer["ok"] as? Bool == true else {
                throw Failure(description: "the peer refused \(request): \(line.text)")
            }
            return answer
        }

        /// Saves a document in the peer.
        func put(_ id: String, _ json: String) async throws {
            let data = Data(#"{"do":"put","id":"\#(id)","body":\#(json)}"#.utf8)
            try input.write(contentsOf: data + Data("\n".utf8))
            guard let line = await Self.next(of: lines), line.object["ok"] as? Bool == true else {
                throw Failure(description: "the peer refused to put \(id)")
            }
        }

        /// The rules that the partner has violated.
        private func violations() async throws -> [String] {
            let report = try await ask(["do": "report"])["report"] as? [String: Any]
            let violations = report?["violations"] as? [[String: Any]] ?? []
            return violations.map { "\($0["rule"] ?? ""): \($0["text"] ?? "")" }
        }

        /// Checks that the partner has detected no violation of the protocol.
        func expectNoViolations(
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let violations = try await violations()
            #expect(violations == [], sourceLocation: sourceLocation)
        }

        /// The documents and tombstones of the default collection: version and canonical JSON.
        func documents() async throws -> [String: String] {
            let dump = try await ask(["do": "dump"])["dump"] as? [String: Any]
            let collections = dump?["collections"] as? [String: [String: Any]]
            let stored = collections?["_default"]?["documents"] as? [String: [String: Any]] ?? [:]
            return try stored.mapValues { document in
                let isDeleted = document["deleted"] as? Bool ?? false
                let body = isDeleted ? [:] : document["body"] as? [String: Any] ?? [:]
                return try PeerDocument.text(
                    version: document["rev"] as? String ?? "", isDeleted: isDeleted, body: body)
            }
        }

        /// Ends the peer.
        func quit() async throws { try await ask(["do": "quit"]) }
    }
#endif
