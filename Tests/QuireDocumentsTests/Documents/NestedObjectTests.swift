import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireDocuments

/// The nested objects of a document: their identity, lifetime and changes.
@Suite struct NestedObjectTests {
    private static var values: [String: Any] {
        ["dictionary": ["a": 1], "array": [[1], ["b": 2]]]
    }

    // MARK: Identity

    @Test(arguments: DocumentState.allCases)
    func `repeated access returns the same object`(state: DocumentState) throws {
        let document = try state.document(Self.values)
        let dictionary = try #require(document.dictionary(forKey: "dictionary"))
        let array = try #require(document.array(forKey: "array"))
        #expect(document.dictionary(forKey: "dictionary") === dictionary)
        #expect(document.value(forKey: "dictionary") as AnyObject === dictionary)
        #expect(document["dictionary"].dictionary === dictionary)
        #expect(document["array"].value as AnyObject === array)
        #expect(array.array(at: 0) === array.value(at: 0) as AnyObject)
        #expect(array.dictionary(at: 1) === document["array"][1].dictionary)
    }

    @Test func `a native collection becomes an object that is the same for each access`() {
        let document = MutableDocument().setValue(["a": 1], forKey: "key")
        #expect(document.dictionary(forKey: "key") != nil)
        #expect(
            document.dictionary(forKey: "key") === document.value(forKey: "key") as AnyObject)
    }

    @Test func `one object for two keys is the same for both, until it is read again`() throws {
        let folder = try StoreFolder()
        let bytes = BytesOnly(folder)
        let dictionary = MutableDictionaryObject(data: ["a": 1])
        let array = MutableArrayObject(data: [1])
        let document = MutableDocument().setDictionary(dictionary, forKey: "d1")
            .setDictionary(dictionary, forKey: "d2").setArray(array, forKey: "a1")
            .setArray(array, forKey: "a2")
        dictionary.setInt(2, forKey: "a")
        _ = try bytes.body(document)
        #expect(document.dictionary(forKey: "d1") === dictionary)
        #expect(document.dictionary(forKey: "d2") === dictionary)
        #expect(document.array(forKey: "a1") === array && document.array(forKey: "a2") === array)
        let reread = try bytes.reread(document)
        #expect(reread.dictionary(forKey: "d1") !== reread.dictionary(forKey: "d2"))
        #expect(reread.dictionary(forKey: "d1") == reread.dictionary(forKey: "d2"))
        #expect(reread.dictionary(forKey: "d2")?.int(forKey: "a") == 2)
        #expect(reread.array(forKey: "a1") !== reread.array(forKey: "a2"))
    }

    // MARK: Fragments

    private static var nested: [String: Any] {
        [
            "text": "a", "list": ["x", ["k": 1], [true], NSNull()] as [Any],
            "other": ["@type": "other", "n": 1] as [String: Any],
            "d": [
                "text": "é", "number": 1.5, "large": Int64.max, "yes": true, "nothing": NSNull(),
                "": "k",
                "inner": ["deep": "b", "list": [1, 2]] as [String: Any],
            ] as [String: Any],
        ]
    }

    static let paths = [
        ["text", "k"], ["text", "0"], ["missing", "k"], ["list", "0"], ["list", "3"],
        ["list", "4"],
        ["list", "-1"], ["list", "k"], ["list", "1", "k"], ["list", "1"], ["list", "2", "0"],
        ["list", "2", "0", "0"], ["other", "@type"], ["other", "n"], ["d", "text"],
        ["d", "number"],
        ["d", "large"], ["d", "yes"], ["d", "nothing"], ["d", ""], ["d", "missing"], ["d", "0"],
        ["d", "inner"], ["d", "inner", "deep"], ["d", "inner", "list"],
        ["d", "inner", "list", "1"],
    ]

    private func fragment(_ document: Document, _ path: [String]) -> Fragment {
        path.dropFirst().reduce(document[path[0]]) { fragment, step in
            Int(step).map { fragment[$0] } ?? fragment[step]
        }
    }

    /// The description of a value that is read from the object that contains it.
    private func valueInObjects(_ document: Document, _ path: [String]) -> String {
        var fragment = document[path[0]]
        for step in path.dropFirst() {
            if let index = Int(step) {
                guard let array = fragment.array else { return "nowhere" }
                fragment = array[index]
            } else {
                guard let dictionary = fragment.dictionary else { return "nowhere" }
                fragment = dictionary[step]
            }
        }
        return describe(fragment)
    }

    private func describe(_ fragment: Fragment) -> String {
        guard fragment.exists else { return "nowhere" }
        return "\(fragment.toJSON()) \(fragment.string ?? "") \(fragment.int64) \(fragment.double) "
            + "\(fragment.boolean) \(fragment.number ?? -1)"
    }

    @Test(arguments: DocumentState.allCases, paths)
    func `a nested fragment has the value that the object around it has`(
        state: DocumentState, path: [String]
    ) throws {
        let document = try state.document(Self.nested)
        let before = describe(fragment(document, path))
        let expected = valueInObjects(document, path)
        let after = describe(fragment(document, path))
        #expect([before, after] == [expected, expected])
    }

    @Test(arguments: DocumentState.allCases)
    func `a nested fragment returns the object of the document`(state: DocumentState) throws {
        let document = try state.document(Self.nested)
        let inner = document["d"]["inner"].dictionary
        let item = document["list"][1].dictionary
        let list = document["d"]["inner"]["list"].array
        #expect(inner != nil && item != nil && list != nil)
        #expect(document.dictionary(forKey: "d")?.dictionary(forKey: "inner") === inner)
        #expect(document.array(forKey: "list")?.dictionary(at: 1) === item)
        #expect(inner?.array(forKey: "list") === list)
    }

    @Test func `a blob has no fragments`() throws {
        let folder = try StoreFolder()
        let collection = try folder.open().defaultCollection()
        let document = MutableDocument(id: "a")
            .setDictionary(
                MutableDictionaryObject().setBlob(
                    Blob(contentType: "text/plain", data: Data("a".utf8)), forKey: "b"), forKey: "d"
            )
        try collection.save(document: document)
        let stored = try #require(try collection.document(id: "a"))
        let blob = stored["d"]["b"]
        #expect(!blob["digest"].exists && blob.blob?.content == Data("a".utf8))
        #expect(!stored["d"]["b"]["length"].exists)
    }

    // MARK: Mutability

    @Test func `objects in a mutable document are mutable, also by their type`() throws {
        let document = try DocumentState.mutableOfStored.document(Self.values).toMutable()
        let dictionary: MutableDictionaryObject? = document.dictionary(forKey: "dictionary")
        let array: MutableArrayObject? = document.array(forKey: "array")
        #expect(dictionary != nil && array?.dictionary(at: 1)?.setInt(3, forKey: "b") != nil)
        #expect(document.value(forKey: "array") as? MutableArrayObject === array)
        let base: DictionaryObject? = document.dictionary(forKey: "dictionary")
        #expect(base === dictionary)
    }

    @Test func `objects in an immutable document are immutable`() throws {
        let document = try DocumentState.stored.document(Self.values)
        #expect(!(document.dictionary(forKey: "dictionary") is MutableDictionaryObject))
        #expect(!(document.array(forKey: "array") is MutableArrayObject))
        #expect(!(document is MutableDocument))
    }

    @Test func `an immutable object can be set into another document, and is copied`() throws {
        let source = try DocumentState.stored.document(Self.values)
        let target = MutableDocument().setDictionary(
            source.dictionary(forKey: "dictionary"), forKey: "d"
        )
        .setArray(source.array(forKey: "array"), forKey: "a")
        target.dictionary(forKey: "d")?.setInt(5, forKey: "a")
        #expect(target.toJSON() == #"{"a":[[1],{"b":2}],"d":{"a":5}}"#)
        #expect(source.dictionary(forKey: "dictionary")?.int(forKey: "a") == 1)
    }

    @Test func `a mutable copy is independent of its source`() {
        let inner = MutableDictionaryObject(data: ["n": 1])
        let outer = MutableDictionaryObject().setDictionary(inner, forKey: "inner")
        let list = MutableArrayObject().addDictionary(inner)
        let copy = outer.toMutable()
        let listCopy = list.toMutable()
        inner.setInt(2, forKey: "n")
        #expect(copy !== outer && copy["inner"]["n"].int == 1 && outer["inner"]["n"].int == 2)
        #expect(listCopy !== list && listCopy[0]["n"].int == 1 && list[0]["n"].int == 2)
    }

    @Test func `toMutable of a mutable document returns the document itself`() throws {
        let document = MutableDocument(id: "a")
        #expect(
            document.toMutable() === document && (document as Document).toMutable() === document)
        let stored = try DocumentState.stored.document([:])
        #expect(stored.toMutable() !== stored.toMutable() && stored.toMutable().id == stored.id)
    }

    // MARK: Changes

    @Test(arguments: [DocumentState.mutableOfStored, .unsaved, .fromJSON])
    func `a change of a nested object is a change of the document`(state: DocumentState) throws {
        let folder = try StoreFolder()
        let document = try state.document(Self.values).toMutable()
        document.dictionary(forKey: "dictionary")?.setInt(9, forKey: "a")
        document.array(forKey: "array")?.dictionary(at: 1)?.setString("x", forKey: "b")
        document.array(forKey: "array")?.addInt(3)
        #expect(
            try BytesOnly(folder).reread(document).toJSON()
                == #"{"array":[[1],{"b":"x"},3],"dictionary":{"a":9}}"#)
    }

    @Test func `an object that is replaced or removed keeps its values, detached`() {
        let document = MutableDocument(data: Self.values)
        let dictionary = document.dictionary(forKey: "dictionary")
        let array = document.array(forKey: "array")
        document.setValue(["b": 2], forKey: "dictionary").removeValue(forKey: "array")
        dictionary?.setInt(7, forKey: "a")
        array?.addInt(7)
        #expect(dictionary?.toJSON() == #"{"a":7}"# && array?.toJSON() == #"[[1],{"b":2},7]"#)
        #expect(document.toJSON() == #"{"dictionary":{"b":2}}"#)
    }

    @Test func `saving a collection that contains itself throws and does not crash`() throws {
        let folder = try StoreFolder()
        let dictionary = MutableDictionaryObject()
        let array = MutableArrayObject().addDictionary(dictionary)
        dictionary.setArray(array, forKey: "a").setArray(array, forKey: "b")
        let document = MutableDocument().setDictionary(dictionary, forKey: "d")
        #expect(thrownCode { _ = try BytesOnly(folder).body(document) } == .invalidParameter)
        #expect(document.toDictionary().keys.sorted() == ["d"] && document.toJSON() == "null")
        #expect(dictionary.toMutable() != dictionary)
        dictionary.setData([:])
    }

    // MARK: Laziness

    @Test func `reading three of two hundred fields creates no objects for the others`() throws {
        var values: [String: Any] = [:]
        for index in 0..<200 { values["key\(index)"] = ["n": index] }
        let document = try DocumentState.stored.document(values)
        for index in [3, 90, 180] {
            #expect(document.dictionary(forKey: "key\(index)")?.int(forKey: "n") == index)
        }
        #expect(document.content.known.count == 3)
        #expect(document.toDictionary().count == 200 && document.content.known.count == 3)
    }

    @Test func `a mutable document stores only changes in addition to the stored bytes`() throws {
        var values: [String: Any] = [:]
        for index in 0..<200 { values["key\(index)"] = index }
        let document = try DocumentState.stored.document(values).toMutable()
        document.setInt(1000, forKey: "key7").removeValue(forKey: "key8").setInt(1, forKey: "more")
        #expect(document.content.known.count == 3 && document.count == 200)
        #expect(document.int(forKey: "key7") == 1000 && !document.contains(key: "key8"))
    }
}
