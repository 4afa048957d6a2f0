import Foundation
import Quire
import QuireFormats
import Testing

/// The examples in the documentation of file formats.
@Suite struct DocumentedFormats {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    struct Request {
        let body: Data
    }

    private let folder: TemporaryFolder
    private let text = "name\nHarbour House\nGrand\n"

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `records in memory`() throws {
        let request = Request(body: Data(text.utf8))
        let reader = try RecordReader(Array(request.body), format: .csv)
        while let record = try reader.next() {
            print(record.line, try record.value.json())
        }
        #expect(try reader.next() == nil)
    }

    @Test func `an import`() throws {
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Hotel.self)
        let path = folder.path + "/hotels.csv"
        try Data(text.utf8).write(to: URL(filePath: path))
        let reader = try RecordReader(path: path)
        try database.inBatch {
            while let hotel = try reader.decodeNext(Hotel.self) { try hotels.save(hotel) }
        }
        #expect(try hotels.count() == 2)
    }

    @Test func `an import with IDs`() throws {
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Hotel.self)
        let reader = try RecordReader(Array("id,name\n7,5003\n".utf8), format: .csv)
        while let hotel = try reader.decodeNext(Hotel.self, idKey: "id") { try hotels.save(hotel) }
        #expect(try hotels.require("7").name == "5003")
    }

    @Test func `other formats and encodings`() throws {
        let path = folder.path + "/hotels"
        try Data([0x80, 0x09, 0x61, 0x0A, 0x31, 0x09, 0x32]).write(to: URL(filePath: path))
        func tabs() throws {
            let reader = try RecordReader(path: path, format: .tsv)
            #expect(throws: FormatError.self) { try reader.next() }
        }
        func windows() throws {
            let reader = try RecordReader(path: path, encoding: .windows1252)
            #expect(throws: RecordError.self) { try reader.next() }
        }
        try tabs()
        try windows()
    }

    @Test func `a missing file`() throws {
        print(RecordFormat(path: "hotels.csv.gz"))  // csv
        #expect(RecordFormat(path: "hotels.csv.gz") == .csv)
        #expect(throws: FormatError.self) {
            let reader = try RecordReader(path: "hotels.csv.gz", encoding: .latin1, delimiter: ";")
            _ = try reader.next()
        }
    }

    @Test func `standard input`() throws {
        let handle = FileHandle.standardInput
        let reader = try RecordReader(format: .jsonl) { buffer in
            let data = try handle.read(upToCount: buffer.count) ?? Data()
            buffer.copyBytes(from: data)
            return data.count
        }
        _ = reader
    }

    @Test func errors() throws {
        let reader = try RecordReader(Array("{\n{}\n".utf8), format: .jsonl)
        while true {
            do {
                guard let record = try reader.next() else { break }
                print(record.line)
            } catch let error as RecordError {
                print("skipped", error)
            }
        }
        do {
            while let record = try reader.next() { print(record.line) }
        } catch let error as FormatError {
            print("The rest of the file cannot be read:", error)
        }
    }
}
