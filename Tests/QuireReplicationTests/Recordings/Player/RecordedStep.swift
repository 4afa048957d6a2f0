#if Replication
    /// A step of a recording outside of its connections.
    enum RecordedStep: Sendable {
        /// A local write of a device.
        case write(device: String, LocalWrite)
        /// A number of writes in total, of which the preceding steps contain the first ones.
        case suchWrites(device: String, count: Int)
        /// Local writes of documents whose bodies are those of the messages.
        case recordedWrites(device: String, ids: [String])
        /// A device starts to replicate.
        case run(device: String, RunOptions)
        /// The replication of a device has ended.
        case ended(device: String)
        /// The local checkpoint of a device is removed.
        case checkpointLost(device: String)
        /// The files of a device are replaced with the copy made after its first replication.
        case restored(device: String)
        /// A step of the server or of another client.
        case elsewhere(String)

        init(_ text: String) {
            let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            let first = words.first.map(String.init) ?? ""
            let rest = words.count > 1 ? String(words[1]) : ""
            if first.hasSuffix(":"), let json = JSONValue(rest), let write = LocalWrite(json) {
                self = .write(device: String(first.dropLast()), write)
            } else if first.hasSuffix(":"), rest.hasPrefix("…") {
                let count = rest.split(separator: " ").compactMap { Int($0) }.first ?? 0
                self = .suchWrites(device: String(first.dropLast()), count: count)
            } else if first.hasSuffix(":"), rest.hasSuffix("blob)") {
                let ids = Self.words(before: "(", in: rest)
                self = .recordedWrites(device: String(first.dropLast()), ids: ids)
            } else if rest == "local checkpoint removed" {
                self = .checkpointLost(device: String(first.dropLast()))
            } else if rest.hasPrefix("file restored") {
                self = .restored(device: first)
            } else if rest.hasPrefix("ended") || rest.hasPrefix("stopped") {
                self = .ended(device: first)
            } else if rest.hasPrefix("("),
                rest.contains(") synchronises") || rest.contains(") starts, continuous")
            {
                self = .run(device: first, RunOptions(rest))
            } else {
                self = .elsewhere(text)
            }
        }

        /// Returns the words before a character.
        private static func words(before mark: Character, in text: String) -> [String] {
            let words = text.split { $0 == " " || $0 == "," }
            return zip(words, words.dropFirst()).filter { $1.first == mark }.map { String($0.0) }
        }
    }

    /// A local write of a device.
    struct LocalWrite: Sendable {
        enum Change: Sendable {
            case body([String: JSONValue], blobs: [GeneratedBlob])
            case deletion
            case purge
            case expiration(milliseconds: Int64)
        }

        let collection: String
        let id: String
        let change: Change

        /// Creates a write that differs from another one in the ID.
        init(_ id: String, like write: LocalWrite) {
            self.id = id
            collection = write.collection
            change = write.change
        }

        init?(_ json: JSONValue) {
            guard let id = json["id"]?.string else { return nil }
            self.id = id
            collection = json["c"]?.string ?? "_default"
            if json["del"] != nil {
                change = .deletion
            } else if json["purge"] != nil {
                change = .purge
            } else if let time = json["expire"]?.integer {
                change = .expiration(milliseconds: time)
            } else {
                let blobs = json["blobs"]?.array?.compactMap { GeneratedBlob($0) } ?? []
                change = .body(json["body"]?.object ?? [:], blobs: blobs)
            }
        }
    }

    /// A blob whose content was generated from a number.
    struct GeneratedBlob: Sendable {
        let key: String
        let contentType: String
        let content: [UInt8]

        init?(_ json: JSONValue) {
            guard let key = json["key"]?.string, let seed = json["seed"]?.integer,
                let size = json["size"]?.integer, let type = json["ct"]?.string
            else { return nil }
            self.key = key
            contentType = type
            content = Self.content(seed, size)
        }
    }

    extension GeneratedBlob {
        static func content(_ seed: Int64, _ size: Int64) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: seed * 31 + $0 * 7 + ($0 >> 8) * 13) }
        }
    }

    /// How a device replicates.
    struct RunOptions: Sendable {
        var pulls = true
        var pushes = true
        var isContinuous = false
        var isReset = false
        var purgesInaccessible = true
        var collections = ["_default"]
        var documentIDs: [String]?
        var channels: [String]?
        var pushPrefix: String?
        var pullPrefix: String?
        var resolver: String?

        init(_ text: String) {
            let json = text.firstIndex(of: "{").flatMap { JSONValue(String(text[$0...])) }
            isContinuous = text.contains(") starts, continuous")
            let mode = json?["mode"]?.string
            pulls = mode != "push"
            pushes = mode != "pull"
            isReset = json?["reset"] != nil
            purgesInaccessible = json?["autopurge"]?.string != "0"
            collections = Self.list(json?["colls"]) ?? collections
            documentIDs = Self.list(json?["ids"])
            channels = Self.list(json?["channels"])
            pushPrefix = json?["pushfilter"]?.string
            pullPrefix = json?["pullfilter"]?.string
            resolver = json?["resolver"]?.string
        }

        private static func list(_ value: JSONValue?) -> [String]? {
            value?.string?.split(separator: ",").map(String.init)
        }
    }
#endif
