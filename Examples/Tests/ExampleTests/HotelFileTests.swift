import Foundation
import Testing

@testable import HotelBookmarks

@Suite struct HotelFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let good = #"""
        {"_id":"hotel_a","name":"A","description":"","address":null,"city":null,"state":null,\#
        "country":"","geo":{"lat":1.5,"lon":2,"accuracy":""},"phone":null,"email":null,"url":null,\#
        "price":null,"vacancy":true,"pets_ok":true,"free_breakfast":true,"free_internet":true,\#
        "free_parking":true,"public_likes":[],"reviews":[],"channels":[],"scope":"","collection":""}
        """#

    private func problems(_ text: String) throws -> [String] {
        let file = try folder.write(text, to: "hotels.jsonl")
        do {
            return try HotelFile(url: file).hotels().map { "read \($0.name)" }
        } catch {
            return error.all.map { $0.description.replacing(folder.path, with: "") }
        }
    }

    @Test func `valid lines are read, blank ones skipped`() throws {
        let other = Self.good.replacing("hotel_a", with: "hotel_b")
        #expect(try problems(Self.good + "\n\n" + other + "\n") == ["read A", "read A"])
    }

    struct BadFile: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let problem: String
    }

    static let badFiles = [
        BadFile(
            testDescription: "an empty file", text: "",
            problem: "/hotels.jsonl: contains no hotels"),
        BadFile(
            testDescription: "no JSON on line 17",
            text: String(repeating: "\n", count: 16) + "{\"_id\": oops}",
            problem: """
                /hotels.jsonl:17: invalid JSON: expected a value, found "o" in column 9
                """),
        BadFile(
            testDescription: "a name that is a number",
            text: good.replacing(#""name":"A""#, with: #""name":7"#),
            problem: "/hotels.jsonl:1: at name: expected String, found 7"),
        BadFile(
            testDescription: "a rating that is a text",
            text: good.replacing(
                #""reviews":[]"#,
                with: """
                    "reviews":[{"author":"","content":"","date":"","ratings":{"Overall":"5"}}]
                    """),
            problem: """
                /hotels.jsonl:1: at reviews.[0].ratings.Overall: expected Int, found the string "5"
                """),
        BadFile(
            testDescription: "a hotel without a name",
            text: good.replacing(#""name":"A","#, with: ""),
            problem: "/hotels.jsonl:1: key \"name\" is missing"),
        BadFile(
            testDescription: "a hotel without an ID",
            text: good.replacing(#""_id":"hotel_a","#, with: ""),
            problem: "/hotels.jsonl:1: at _id: the hotel has no ID"),
        BadFile(
            testDescription: "two hotels with one ID", text: good + "\n" + good,
            problem: "/hotels.jsonl:2: at _id: the ID hotel_a is already used on line 1"),
    ]

    @Test(arguments: badFiles)
    func `an invalid file throws an error with file, line and coding path`(file: BadFile) throws {
        #expect(try problems(file.text) == [file.problem])
    }

    @Test func `the error for a missing file names it`() throws {
        let file = folder.url.appending(path: "none.jsonl")
        let error = #expect(throws: HotelFile.Problems.self) { try HotelFile(url: file).hotels() }
        #expect(
            error?.all.map(\.description) == ["\(file.path): cannot be read as UTF-8 text"])
    }
}
