import Fleece
import Quire

/// A record of one transaction of the command `count`.
struct CounterEntry {
    /// The shared counter documents.
    static let counters = ["counter-0", "counter-1", "counter-2"]

    let process: Int
    let number: Int
    let counter: String
    /// The value of the counter after the transaction.
    let value: Int64
    /// The sequence of the counter; the entry itself has the next one.
    let sequence: Int64

    var id: String { "entry-\(process)-\(number)" }

    /// A unique field name.
    private var fieldName: String { "p\(process)_\(number)" }

    init(process: Int, number: Int, counter: String, value: Int64, sequence: Int64) {
        self.process = process
        self.number = number
        self.counter = counter
        self.value = value
        self.sequence = sequence
    }

    /// Writes the entry as a body.
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

    /// Reads an entry, whose field names must be unchanged.
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
            "\(id) does not have its original field names: \(body.keys)")
    }
}
