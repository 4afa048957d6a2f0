import Foundation
import Quire
import Testing

@testable import HotelBookmarks

/// The guest scenario with the hotels of the example and with the published ones.
@Suite struct GuestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// 350 published hotels, which exist next to the repository on some machines, such as CI.
    private static var publishedHotels: URL? {
        let file = Article.root.appending(path: "../shared/data/hotels.jsonl").standardizedFileURL
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    static let catalogues = [
        Bundle.hotelBookmarks?.url(forResource: "hotels", withExtension: "jsonl"),
        publishedHotels,
    ].compactMap(\.self)

    @Test(arguments: catalogues)
    func `every body, converted back to JSON, equals its line`(catalogue: URL) throws {
        let guest = try Guest(folder: folder.path)
        let lines = try String(contentsOf: catalogue, encoding: .utf8).split(separator: "\n")
        _ = try guest.importHotels(HotelFile(url: catalogue).hotels())
        let query = try guest.database.createQuery("SELECT * FROM _ ORDER BY META().sequence")
        let stored = try query.execute().map { try #require($0["_"]).json() }
        #expect(try stored.map(Self.values) == lines.map { try Self.values(String($0)) })
    }

    /// Returns the values of a hotel's JSON, without its identity.
    private static func values(_ json: String) throws -> NSDictionary? {
        var values = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        values?["_id"] = nil
        values?["type"] = nil
        return values as NSDictionary?
    }

    @Test(arguments: catalogues)
    func `a second import changes nothing`(catalogue: URL) throws {
        let guest = try Guest(folder: folder.path)
        let hotels = try HotelFile(url: catalogue).hotels()
        let first = try guest.importHotels(hotels)
        let second = try guest.importHotels(hotels)
        #expect(
            [first, second] == [
                Guest.Import(added: hotels.count), Guest.Import(unchanged: hotels.count),
            ])
    }

    @Test func `removing a bookmark removes it from the list and deletes its hotel`() throws {
        let guest = try Guest(folder: folder.path)
        let hotels = try HotelFile(url: try #require(Self.catalogues.first)).hotels()
        _ = try guest.importHotels(hotels)
        let new = try hotels.prefix(3).map(guest.bookmark)
        let again = try guest.bookmark(hotels[0])
        try guest.removeBookmark("hotel_nave")
        let bookmarks = try guest.bookmarks()
        let removed = try guest.hotels.find("hotel_nave")
        #expect(new == [true, true, true])
        #expect(!again)
        #expect(bookmarks == ["hotel_kaia", "hotel_orchard"])
        #expect(removed == nil)
    }
}

extension Bundle {
    /// The example's own resources.
    fileprivate static var hotelBookmarks: Bundle? { Arguments.resources }
}
