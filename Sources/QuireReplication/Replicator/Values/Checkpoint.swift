#if Replication
    import Fleece
    import Foundation

    // A checkpoint states how far a replication of one collection has come. Both databases store it:
    // this one in `kv_checkpoints`, the other one under the checkpoint's ID.
    //
    //   {"time": 1732700000, "local": 7, "localCompleted": [0, 8, 9, 2], "remote": 12}
    //
    //   local            all local sequences up to it are pushed, or need not be
    //   localCompleted   only with gaps: first sequence, number of sequences, and so on
    //   remote           the last remote sequence that is pulled together with all earlier ones

    /// How far the replication of a collection has come.
    struct Checkpoint: Equatable, Sendable {
        /// The local sequences that are pushed.
        var completed = SequenceSet()
        /// The last remote sequence that is pulled without gaps, or `nil` if none is.
        var remote: RemoteSequence?

        init() {}

        /// Reads a checkpoint.
        ///
        /// - Parameter object: The JSON object. Other members, such as the revision of the document
        ///   that contains the checkpoint, are ignored.
        init(_ object: FleeceDictionary) {
            if let list = object["localCompleted"]?.array {
                let numbers = (0..<list.count).compactMap { list.value(at: $0)?.uint64 }
                if numbers.count == list.count, let set = SequenceSet(numbers: numbers) {
                    completed = set
                }
            } else if let end = object["local"]?.uint64 {
                completed = SequenceSet(through: end)
            }
            remote = RemoteSequence(object["remote"])
        }

        /// Reads a checkpoint from JSON text, or returns `nil` if the text is not an object.
        init?(json: [UInt8]) {
            guard let object = try? WireJSON.parseObject(json) else { return nil }
            self.init(object)
        }

        /// Returns the JSON text of the checkpoint, with the time of writing for people who read it.
        func json(time: Date = Date()) throws -> [UInt8] {
            try WireJSON.body { writer in
                writer.beginDictionary()
                writer.writeKey("time")
                writer.write(Int64(time.timeIntervalSince1970))
                if completed.contiguousEnd > 0 || !completed.isContiguous {
                    writer.writeKey("local")
                    writer.write(completed.contiguousEnd)
                }
                if !completed.isContiguous {
                    writer.writeKey("localCompleted")
                    writer.beginArray()
                    for number in completed.numbers { writer.write(number) }
                    writer.endArray()
                }
                if let remote {
                    writer.writeKey("remote")
                    writer.write(copyOf: try WireJSON.parse(Array(remote.json.utf8)))
                }
                writer.endDictionary()
            }
        }

        /// Returns what both databases agree on.
        ///
        /// After a restored backup or an interrupted write the copies differ. Repeating a part of the
        /// replication is harmless, and skipping one is not.
        func agreement(with other: Checkpoint) -> Checkpoint {
            var result = Checkpoint()
            result.completed = completed.intersection(other.completed)
            result.remote = RemoteSequence.earlier(remote, other.remote)
            return result
        }
    }
#endif
