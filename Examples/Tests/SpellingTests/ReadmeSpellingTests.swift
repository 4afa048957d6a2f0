import Foundation
import Quire
import Testing

// The README's model and calls, copied verbatim, so that they are compiled. A test checks that they
// equal the README.

// swift-format-ignore
struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var address: Address
    var roomRate: Double
    var openedAt: Date

    struct Address: Codable {
        var street: String
        var city: String
    }

    enum CodingKeys: String, CodingKey {
        case id, name, address, roomRate = "room_rate", openedAt
    }
}

// swift-format-ignore
private func readme() throws {
    let database = try Database(name: "hoteldb")                // creates hoteldb.cblite2, or opens it
    let hotels = try database.repository(of: Hotel.self)

    let address = Hotel.Address(street: "4 Kaigaten", city: "Bergen")
    let opened = Date(timeIntervalSince1970: 1_795_247_280)
    try hotels.upsert(
        Hotel(id: "hotel-1", name: "Harbour House", address: address, roomRate: 121, openedAt: opened))
    try hotels.upsert(
        Hotel(id: "hotel-2", name: "Grand", address: address, roomRate: 240, openedAt: opened))

    for hotel in try hotels.filter({ $0.roomRate < 150 && $0.address.city == "Bergen" }).all() {
        print("\(hotel.name) costs \(hotel.roomRate)")          // Harbour House costs 121.0
    }

    let city = "Bergen"
    let rows = try database.query(
        "SELECT name, openedAt FROM _ WHERE address.city = \(city) ORDER BY room_rate DESC")
    for row in rows { print(row.toJSON()) }
    // {"name":"Grand","openedAt":"2026-11-21T07:48:00.000Z"}
    // {"name":"Harbour House","openedAt":"2026-11-21T07:48:00.000Z"}
}

@Suite struct ReadmeSpellingTests {
    @Test func `the README's first program compiles`() throws {
        let file = URL(filePath: #filePath)
        let source = try Self.lines(of: String(contentsOf: file, encoding: .utf8))
        let readme = try String(
            contentsOf: file.deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "README.md"), encoding: .utf8)
        let program = readme.components(separatedBy: "```swift\n").dropFirst().first?
            .components(separatedBy: "```").first
        let lines = Self.lines(of: try #require(program))
        #expect(lines.count > 20)
        #expect(lines.filter { !source.contains($0) } == [])
    }

    // `Scripts/checks/tutorial` compiles the manifest.
    @Test func `the README's package lines are those of the tutorial`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let manifest = try String(
            contentsOf: root.appending(
                path: "Sources/Quire/Quire.docc/Tutorials/Code/06-01-Package.swift"),
            encoding: .utf8)
        let lines = readme.components(separatedBy: "```swift\n").dropFirst(2).first?
            .components(separatedBy: "```").first
        #expect(manifest.contains(try #require(lines)))
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
