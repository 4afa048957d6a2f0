#if Replication
    /// The versions that a recorded device has given to its local writes.
    ///
    /// A recording contains versions only in messages. The version of a write is the next one of the
    /// device's source for the document.
    struct LocalVersions {
        private struct Occurrence {
            let version: String
            /// The first line that contains the version.
            let line: Int
        }

        private var occurrences: [String: [Occurrence]] = [:]
        private var lastTimes: [String: UInt64] = [:]

        /// Reads the versions of a device.
        init(device: String, source: String, in recording: Recording) {
            let messages = Reconstruction.complete(recording.messages)
            for message in messages {
                guard let item = message.body.json?.array, message.profile == "proposeChanges"
                else { continue }
                for entry in item {
                    guard let entry = entry.array, entry.count >= 2, let id = entry[0].string
                    else { continue }
                    add(entry[1].string ?? "", id, message.i, source)
                }
            }
            for message in messages where message.profile == "changes" {
                for entry in message.body.json?.array ?? [] {
                    guard let entry = entry.array, entry.count >= 3, let id = entry[1].string
                    else { continue }
                    add(entry[2].string ?? "", id, message.i, source)
                }
            }
            for message in messages where message.profile == "rev" {
                let history = message.properties["history"] ?? ""
                let id = message.properties["id"] ?? ""
                guard !history.contains(";") || !history.contains("@") else {
                    remove(message.properties["rev"] ?? "", id)
                    for version in VersionText.tokens(of: history) {
                        add(version, id, message.i, source)
                    }
                    continue
                }
                add(message.properties["rev"] ?? "", id, message.i, source)
            }
            for document in recording.header.end[device == "passive" ? "server" : device] ?? [] {
                let vector = document["versions"]?.string ?? ""
                guard let id = document["id"]?.string,
                    let first = VersionText.tokens(of: vector).first,
                    !vector.prefix(while: { $0 != ";" }).contains(",")
                else { continue }
                add(first, id, .max, source)
            }
            for id in occurrences.keys {
                occurrences[id]?.sort {
                    VersionText.time(of: $0.version) < VersionText.time(of: $1.version)
                }
            }
        }

        private mutating func add(_ text: String, _ id: String, _ line: Int, _ source: String) {
            let version = VersionText.current(of: text)
            guard version.hasSuffix("@\(source)"), VersionText.time(of: version) > 1 << 56,
                occurrences[id]?.contains(where: { $0.version == version }) != true
            else { return }
            occurrences[id, default: []].append(Occurrence(version: version, line: line))
        }

        private mutating func remove(_ version: String, _ id: String) {
            occurrences[id]?.removeAll { $0.version == version }
        }

        /// Returns the version of a write.
        ///
        /// - Parameters:
        ///   - id: The document's ID.
        ///   - line: The line of the write.
        ///   - next: The line of the next write of the same document, or `nil`.
        /// - Returns: The version, or `nil` if the recording does not contain it.
        mutating func version(of id: String, at line: Int, next: Int?) -> String? {
            let last = lastTimes[id] ?? 0
            guard
                let found = occurrences[id]?.first(where: {
                    $0.line > line && VersionText.time(of: $0.version) > last
                })
            else { return nil }
            var time = VersionText.time(of: found.version)
            // A further write before the version occurs has replaced this one.
            if let next, next < found.line { time -= UInt64(next - line) }
            lastTimes[id] = time
            let source = VersionText.source(of: found.version)
            return "\(String(time, radix: 16))@\(source)"
        }
    }
#endif
