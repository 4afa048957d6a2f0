import Foundation

/// An acknowledgement by the command `save` that a batch is saved.
///
/// It is a line `ACK batch sequence id… END`. A truncated line is ignored.
struct Acknowledgement {
    let batch: Int64
    /// The sequence of the batch's last document.
    let sequence: Int64
    let ids: [String]

    var line: String { "ACK \(batch) \(sequence) \(ids.joined(separator: " ")) END" }

    init(batch: Int64, sequence: Int64, ids: [String]) {
        self.batch = batch
        self.sequence = sequence
        self.ids = ids
    }

    init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4 + BatchDocument.batchSize, words.first == "ACK",
            words.last == "END", let batch = Int64(words[1]), let sequence = Int64(words[2])
        else { return nil }
        self.init(batch: batch, sequence: sequence, ids: Array(words[3..<words.count - 1]))
    }

    /// Reads acknowledgements in order.
    static func read(from file: String) throws -> [Acknowledgement] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.split(separator: "\n").compactMap { Acknowledgement($0) }
    }
}
