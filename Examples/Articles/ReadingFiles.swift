// Files of records.

import Foundation
import Quire
import QuireFormats

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String?
    var roomRate: Double
}

let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let path = folder + "/hotels.csv"
let text = """
    id,name,city,roomRate
    harbour,"Harbour House, Bergen",Bergen,121.5
    grand,Grand,,240

    """
print(text, terminator: "")
try Data(text.utf8).write(to: URL(filePath: path))

// Records that decode as models.
let reader = try RecordReader(path: path)
while let hotel = try reader.decodeNext(Hotel.self, idKey: "id") {
    print(reader.line, hotel.id ?? "", hotel.name, hotel.city ?? "-", hotel.roomRate)
}

// Imports in one transaction.
func importAll(_ reader: RecordReader, into hotels: Repository<Hotel>) throws {
    try hotels.store.inBatch {
        while let hotel = try reader.decodeNext(Hotel.self) { try hotels.insert(hotel) }
    }
}

func importValid(
    _ reader: RecordReader, into hotels: Repository<Hotel>
) throws -> [RecordError] {
    var errors: [RecordError] = []
    try hotels.store.inBatch {
        while true {
            do {
                guard let hotel = try reader.decodeNext(Hotel.self) else { return }
                try hotels.insert(hotel)
            } catch let error as RecordError {
                errors.append(error)
            }
        }
    }
    return errors
}

let database = try Database(inMemoryNamed: "travel")
let hotels = try database.repository(of: Hotel.self)
let damaged = Array("name,city,roomRate\nGrand,Oslo,240,x\nSeaside,Bergen,90\n".utf8)
do {
    try importAll(RecordReader(damaged, format: .csv), into: hotels)
} catch is RecordError {
    print("imported:", try hotels.count())
}
for error in try importValid(RecordReader(damaged, format: .csv), into: hotels) { print(error) }
print("imported:", try hotels.count())

// Another encoding.
let excelPath = folder + "/hotels.txt"
let bytes = "name;price\nFj\u{F8}rd Inn;\"89 ".unicodeScalars.map { UInt8($0.value) }
try Data(bytes + [0x80, 0x22]).write(to: URL(filePath: excelPath))
let semicolons = try RecordReader(
    path: excelPath, format: .csv, encoding: .windows1252, delimiter: ";")
while let record = try semicolons.next() { print(try record.value.json()) }
try database.close()
