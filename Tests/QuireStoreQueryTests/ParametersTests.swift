import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ParametersTests {
    @Test func `a parameter has the value that was set`() {
        let date = Date(timeIntervalSince1970: 1.25)
        let blob = Blob(contentType: "text/plain", data: Data("a".utf8))
        let array = MutableArrayObject(data: [1])
        let dictionary = MutableDictionaryObject(data: ["a": 1])
        let parameters = Parameters().setString("s", forName: "string").setInt(1, forName: "int")
            .setInt64(2, forName: "int64").setFloat(1.5, forName: "float")
            .setDouble(2.5, forName: "double").setBoolean(true, forName: "boolean")
            .setDate(date, forName: "date").setBlob(blob, forName: "blob")
            .setArray(array, forName: "array").setDictionary(dictionary, forName: "dictionary")
            .setValue(nil, forName: "null")
        #expect(parameters.value(forName: "string") as? String == "s")
        #expect(parameters.value(forName: "int") as? Int == 1)
        #expect(parameters.value(forName: "int64") as? Int64 == 2)
        #expect(parameters.value(forName: "float") as? Float == 1.5)
        #expect(parameters.value(forName: "double") as? Double == 2.5)
        #expect(parameters.value(forName: "boolean") as? Bool == true)
        #expect(parameters.value(forName: "date") as? Date == date)
        #expect(parameters.value(forName: "blob") as? Blob === blob)
        #expect(parameters.value(forName: "array") as? MutableArrayObject === array)
        #expect(parameters.value(forName: "dictionary") as? DictionaryObject === dictionary)
        #expect(parameters.value(forName: "null") == nil)
        #expect(parameters.value(forName: "other") == nil)
    }

    static let values: [(value: @Sendable () -> Any?, json: String)] = [
        ({ nil }, "null"), ({ "s" }, #""s""#), ({ 1 }, "1"), ({ UInt64.max }, "\(UInt64.max)"),
        ({ Float(1.5) }, "1.5"), ({ true }, "true"),
        ({ Date(timeIntervalSince1970: 1.25) }, #""1970-01-01T00:00:01.250Z""#),
        ({ [1, ["a": NSNull()]] as [Any] }, #"[1,{"a":null}]"#),
        ({ MutableArrayObject(data: [1, [2]]) }, "[1,[2]]"),
        ({ MutableDictionaryObject(data: ["a": 1]).toMutable() }, #"{"a":1}"#),
        (
            { Blob(contentType: "text/plain", data: Data("a".utf8)) },
            #"{"content_type":"text/plain","data":"YQ==","length":1,"@type":"blob"}"#
        ),
    ]

    @Test(arguments: values.indices)
    func `an unsaved value can be a parameter`(number: Int) throws {
        let (value, json) = Self.values[number]
        let built = try QueryDatabase([("d", "{}")])
        let query = try built.database.createQuery("SELECT $p AS p FROM _")
        query.parameters = Parameters().setValue(value(), forName: "p")
        #expect(try query.json() == [#"{"p":\#(json)}"#])
    }

    @Test(arguments: ["$p", "$object.image", "$stream"])
    func `the content of an unsaved blob is its value as a parameter`(term: String) throws {
        let database = try QueryDatabase([("d", "{}")]).database
        let content = Data("pixels".utf8)
        func blob() -> Blob { Blob(contentType: "image/png", data: content) }
        let query = try database.createQuery(
            QuerySource(verbatim: "SELECT \(term) AS image FROM _"))
        query.parameters = Parameters().setBlob(blob(), forName: "p")
            .setValue(["image": blob()], forName: "object")
            .setBlob(
                Blob(contentType: "image/png", contentStream: InputStream(data: content)),
                forName: "stream")
        for _ in 0..<2 {
            let row = try #require(try query.execute().allResults().first)
            let image = try #require(row.blob(forKey: "image"))
            #expect(image.content == content && image.contentType == "image/png")
        }
    }

    @Test func `the content of an unsaved blob in an array is its value as a parameter`() throws {
        let database = try QueryDatabase([("d", "{}")]).database
        let content = Data("pixels".utf8)
        let blobs = MutableArrayObject(data: [Blob(contentType: "image/png", data: content)])
        let query = try database.createQuery("SELECT $list AS images FROM _")
        query.parameters = Parameters().setArray(blobs, forName: "list")
        let row = try #require(try query.execute().allResults().first)
        #expect(row.array(forKey: "images")?.blob(at: 0)?.content == content)
        #expect(blobs.blob(at: 0)?.digest == nil)
    }

    @Test func `a blob without content cannot be a parameter`() throws {
        let built = try QueryDatabase([("d", "{}")])
        let query = try built.database.createQuery("SELECT $p FROM _")
        let missing = URL(filePath: "/nowhere/\(UUID())")
        let stream = try #require(InputStream(url: missing))
        query.parameters = Parameters().setBlob(
            Blob(contentType: "image/png", contentStream: stream), forName: "p")
        #expect { try query.execute() } throws: { QuireError.Code.invalidQueryParameter ~= $0 }
    }

    @Test func `a query copies its parameters`() throws {
        let built = try QueryDatabase.values(["1", "2"])
        let query = try built.database.createQuery("SELECT value FROM _ WHERE value = $v")
        let parameters = Parameters().setInt(1, forName: "v")
        query.parameters = parameters
        parameters.setInt(2, forName: "v")
        #expect(try query.json() == [#"{"value":1}"#])
        #expect(query.parameters?.value(forName: "v") as? Int == 1)
        query.parameters = Parameters(parameters: query.parameters).setInt(3, forName: "v")
        #expect(try query.json().isEmpty)
    }

    @Test(arguments: [[Double.nan], [1, .nan]])
    func `a value that cannot be stored is an error that names the parameter`(
        values: [Double]
    ) throws {
        let built = try QueryDatabase([("d", "{}")])
        let query = try built.database.createQuery("SELECT $p FROM _")
        query.parameters = Parameters().setValue(values, forName: "p")
        let error = #expect(throws: QuireError.self) { try query.execute() }
        #expect(error?.code == .invalidQueryParameter && error?.message.contains("$p") == true)
    }
}
