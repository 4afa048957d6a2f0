#if Replication
    import QuirePlatform

    @testable import QuireReplication

    /// The differences between the messages of a session and those of a recording.
    final class Differences: Sendable {
        private let list = Mutex<[String]>([])

        var all: [String] { list.withLock { $0 } }

        func add(_ line: Int?, _ text: String) {
            let place = line.map { "line \($0 + 1): " } ?? ""
            list.withLock { $0.append(place + text) }
        }
    }

    /// The comparison of messages with those of a recording.
    struct Comparison: Sendable {
        let translation: Translation
        let differences: Differences

        /// Compares the properties of a message.
        func compare(
            _ message: BLIPMessage, with recorded: RecordedMessage, profile: String
        ) {
            let table = AllowedDifferences.properties[profile] ?? [:]
            let properties = Dictionary(
                message.properties.elements.map { ($0.key, $0.value) }
            ) { first, _ in first }
            for key in Set(properties.keys).union(recorded.properties.keys).sorted()
            where table[key] == nil && AllowedDifferences.properties[""]?[key] == nil {
                let (ours, theirs) = (properties[key], recorded.properties[key])
                if let ours, let theirs, matches(ours, theirs) { continue }
                guard ours != theirs else { continue }
                differences.add(
                    recorded.i,
                    "\(profile) has \(key) = \(ours.map { translation.recorded($0) } ?? "nothing"), "
                        + "recorded is \(theirs ?? "nothing")")
            }
        }

        /// Compares a JSON body.
        func compareBody(_ body: [UInt8], with recorded: RecordedMessage, _ name: String) {
            guard let theirs = recorded.body.json else {
                guard body.count != recorded.body.length else { return }
                return differences.add(
                    recorded.i,
                    "\(name) has \(body.count) bytes, recorded are \(recorded.body.length)")
            }
            compare(JSONValue(String(decoding: body, as: UTF8.self)), theirs, recorded.i, name)
        }

        func compare(_ ours: JSONValue?, _ theirs: JSONValue?, _ line: Int?, _ name: String) {
            if let ours, let theirs, matches(ours, theirs) { return }
            guard ours != theirs else { return }
            let text = ours.map { $0.mapStrings(translation.recorded).text } ?? "nothing"
            differences.add(line, "\(name) is \(text), recorded is \(theirs?.text ?? "nothing")")
        }

        /// Returns whether two values are equal, apart from IDs and the form of numbers.
        func matches(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
            switch (ours, theirs) {
            case (.string(let ours), .string(let theirs)): matches(ours, theirs)
            case (.array(let ours), .array(let theirs)):
                ours.count == theirs.count && zip(ours, theirs).allSatisfy { matches($0, $1) }
            case (.object(let ours), .object(let theirs)):
                ours.keys == theirs.keys
                    && ours.allSatisfy { key, value in
                        theirs[key].map { matches(value, $0) } ?? false
                    }
            case (.integer(let ours), .number(let theirs)): Double(ours) == theirs
            case (.number(let ours), .integer(let theirs)): ours == Double(theirs)
            default: ours == theirs
            }
        }

        /// Returns whether two property values are equal, apart from IDs and the form of Booleans.
        func matches(_ ours: String, _ theirs: String) -> Bool {
            let booleans: Set = ["1", "true"]
            return translation.matches(ours, theirs)
                || booleans.contains(ours) && booleans.contains(theirs)
        }

        /// Compares the IDs of documents in a subscription, whose order is not relevant.
        func compareSubscription(_ body: [UInt8], with recorded: RecordedMessage) {
            compare(
                Self.sortedIDs(body), Self.sortedIDs(recorded.body.beginning), recorded.i,
                "the body of subChanges")
        }

        private static func sortedIDs(_ body: [UInt8]) -> JSONValue? {
            let value = JSONValue(String(decoding: body, as: UTF8.self))
            return value?["docIDs"]?.array.map {
                .array($0.sorted { $0.string ?? "" < $1.string ?? "" })
            } ?? value
        }

        /// Compares the answer to a list of proposals.
        func compareAnswer(toProposals body: [UInt8], with recorded: RecordedMessage) {
            func items(_ text: String) -> JSONValue? {
                // Couchbase Lite names the whole vector of a conflicting revision.
                JSONValue(text)?.mapStrings(VersionText.current)
            }
            compare(
                items(String(decoding: body, as: UTF8.self)), items(recorded.body.text), recorded.i,
                "the answer to proposeChanges")
        }

        /// Compares a list of changes: the sequences, IDs, versions and flags.
        func compareList(_ body: [UInt8], with recorded: RecordedMessage) {
            func items(_ text: String) -> JSONValue {
                .array(
                    (JSONValue(text)?.array ?? []).map { item in
                        let parts = (item.array ?? []) + [.integer(0)]
                        // Couchbase Lite lists whole vectors in continuous replications.
                        return .array(parts.prefix(4).map { $0.mapStrings(VersionText.current) })
                    })
            }
            compare(
                items(String(decoding: body, as: UTF8.self)), items(recorded.body.text), recorded.i,
                "the list of changes")
        }

        /// Compares the answer to a list of changes.
        func compareAnswer(toChanges body: [UInt8], with recorded: RecordedMessage) {
            func items(_ text: String) -> [JSONValue] {
                var items = (JSONValue(text)?.array ?? []).map { item -> JSONValue in
                    // Earlier versions of Quire sent whole vectors.
                    item.array == nil ? .null : item.mapStrings(VersionText.current)
                }
                while items.last == .null { items.removeLast() }
                return items
            }
            compare(
                .array(items(String(decoding: body, as: UTF8.self))),
                .array(items(recorded.body.text)), recorded.i, "the answer to changes")
        }
    }
#endif
