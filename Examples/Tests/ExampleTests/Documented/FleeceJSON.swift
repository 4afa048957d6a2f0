import Quire
import Testing

/// The examples in the documentation of JSON text.
@Suite struct DocumentedFleeceJSON {
    @Test func `reading a text`() throws {
        let writer = FleeceWriter()
        try JSONReader.read(#"{"name": "Grand", "stars": 4}"#, into: writer)
        let hotel = FleeceStorage(try writer.finish())
        #expect(hotel.rootDictionary?["stars"]?.int64 == 4)
        do {
            let hotel = try FleeceStorage(json: #"{"name": "Grand", "stars": 4}"#)
            #expect(hotel.rootDictionary?["name"]?.string == "Grand")
        }
        do {
            do {
                try JSONReader.read(#"{"name": }"#, into: writer)
            } catch {
                print(error.message, "in line", error.line)
            }
        }
    }

    @Test func `reading lines`() throws {
        let writer = FleeceWriter()
        var bytes = Array("{\"name\":\"Grand\"}\n{\"name\":\"Harbour House\"}\n".utf8)
        var names: [String] = []
        var lines = JSONLines { buffer in
            let count = min(buffer.count, bytes.count)
            buffer.copyBytes(from: bytes.prefix(count))
            bytes.removeFirst(count)
            return count
        }
        while try lines.readNext(into: writer) {
            let hotel = FleeceStorage(try writer.finish()).rootDictionary
            names.append(hotel?["name"]?.string ?? "")
        }
        #expect(names == ["Grand", "Harbour House"])
        let empty: JSONLines.Source = { _ in 0 }
        var none = JSONLines(source: empty)
        #expect(try !none.readNext(into: writer))
    }

    @Test func `writing a text`() throws {
        let hotel = try #require(try FleeceStorage(json: #"{"name":"Grand","stars":4}"#).root)
        let writer = JSONWriter()
        try writer.write(hotel)
        print(writer.text)  // {"name":"Grand","stars":4}
        #expect(writer.text == #"{"name":"Grand","stars":4}"#)
        print(try hotel.json(JSONFormat(isPretty: true, sortsKeys: true)))
        let text = try hotel.json(.canonical)
        #expect(text == #"{"name":"Grand","stars":4}"#)
    }
}
