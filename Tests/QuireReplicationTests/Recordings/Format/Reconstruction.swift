#if Replication
    import Foundation

    /// The completion of long bodies, of which a recording contains the beginning and the digest.
    enum Reconstruction {
        /// Returns the messages of a connection with complete bodies, as far as they can be rebuilt.
        static func complete(_ messages: [RecordedMessage]) -> [RecordedMessage] {
            messages.map { message in
                guard !message.body.isComplete else { return message }
                let candidate =
                    switch message.profile {
                    case "changes", "proposeChanges": list(message, in: messages)
                    case "rev": periodicText(message.body)
                    default: generatedBlob(message.body)
                    }
                guard let rebuilt = candidate, message.body.matches(rebuilt) else { return message }
                return message.replacingBody(with: rebuilt)
            }
        }

        /// Returns a list of changes, whose missing items are those of the revisions that follow.
        private static func list(
            _ message: RecordedMessage, in messages: [RecordedMessage]
        ) -> [UInt8]? {
            let text = message.body.text
            guard let cut = text.range(of: "],[", options: .backwards)?.lowerBound else {
                return nil
            }
            var rebuilt = String(text[..<cut]) + "]"
            let items = JSONValue(rebuilt + "]")?.array ?? []
            guard let pattern = items.last?.array else { return nil }
            let isPush = message.profile == "proposeChanges"
            let position = isPush ? 0 : 1
            let listed = Set(items.compactMap { $0.array?[position].string })
            let revisions = messages.filter {
                $0.profile == "rev" && $0.isFromClient == isPush && $0.i > message.i
                    && $0.connection == message.connection
            }
            .sorted {
                (Int($0.properties["sequence"] ?? "") ?? 0)
                    < (Int($1.properties["sequence"] ?? "") ?? 0)
            }
            for revision in revisions where rebuilt.utf8.count + 1 < message.body.length {
                guard let id = revision.properties["id"], !listed.contains(id) else { continue }
                let version = JSONValue.string(revision.properties["rev"] ?? "").text
                let sequence = revision.properties["sequence"] ?? ""
                let parts = isPush ? [] : [sequence]
                let rest = pattern.dropFirst(isPush ? 2 : 3).map(\.text)
                let item = parts + [JSONValue.string(id).text, version] + rest
                rebuilt += ",[\(item.joined(separator: ","))]"
            }
            return Array("\(rebuilt)]".utf8)
        }

        /// Returns a body whose last value is a text that repeats itself.
        private static func periodicText(_ body: RecordedBody) -> [UInt8]? {
            let end = Array("\"}".utf8)
            let bytes = body.beginning
            for period in 1...1_000 where bytes.count > 2 * period {
                let last = bytes.suffix(period)
                guard last.elementsEqual(bytes.dropLast(period).suffix(period)) else { continue }
                let cycle = Array(last)
                var rebuilt = bytes
                rebuilt.reserveCapacity(body.length)
                while rebuilt.count < body.length - end.count {
                    rebuilt.append(cycle[(rebuilt.count - bytes.count) % period])
                }
                return rebuilt + end
            }
            return nil
        }

        /// Returns the content of a generated blob.
        private static func generatedBlob(_ body: RecordedBody) -> [UInt8]? {
            for seed in 0..<256 {
                guard UInt8(truncatingIfNeeded: seed * 31) == body.beginning.first else { continue }
                return GeneratedBlob.content(Int64(seed), Int64(body.length))
            }
            return nil
        }
    }
#endif
