import Fleece
import Quire

/// What one transaction of the command `count` did.
struct CounterEntry {
    /// The documents that all processes count up.
    static let counters = ["counter-0", "counter-1", "counter-2"]

    let process: Int
    let number: Int
    let counter: String
    /// What the counter had after the transaction.
    let value: Int64
    /// The sequence that the counter got; the entry itself gets the next one.
    let sequence: Int64

    var id: String { "entry-\(process)-\(number)" }

    /// A name that no other entry has.
    private var fieldName: String { "p\(process)_\(number)" }

    init(process: Int, number: Int, counter: String, value: Int64, sequence: Int64) {
        self.process = process
        self.number = number
        self.counter = counter
        self.value = value
        self.sequence = sequence
    }

    /// Writes it as a document's body.
    func write(to writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("counter")
        writer.write(counter)
        for (key, value) in [
            ("value", value), ("sequence", sequence), (fieldName, Int64(number)),
        ] {
            writer.writeKey(key)
            writer.write(value)
        }
        writer.endDictionary()
    }

    /// Reads it; all names must be as they were written.
    init(process: Int, number: Int, in collection: DocumentCollection) throws {
        let id = "entry-\(process)-\(number)"
        let body = try require(try collection.body(id: id), "\(id) is missing")
        self.init(
            process: process, number: number,
            counter: try require(body["counter"]?.string, "\(id) has no counter: \(body.keys)"),
            value: try require(body["value"]?.int64, "\(id) has no value: \(body.keys)"),
            sequence: try require(body["sequence"]?.int64, "\(id) has no sequence: \(body.keys)"))
        try require(
            body[fieldName]?.int64 == Int64(number) && body.count == 4,
            "\(id) has other names than it was written with: \(body.keys)")
    }
}
