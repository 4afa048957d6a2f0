import Fleece

/// JSON that is written to a document.
struct JSONText {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func write(to writer: FleeceWriter) throws { try JSONReader.read(text, into: writer) }
}
