import CouchbaseLiteSwift
import Testing

/// Every name and label of Couchbase Lite 4 for documents, dictionaries, arrays, fragments and
/// blobs.
@Suite struct ValueSpellingTests {
    private func read(_ values: some DictionaryProtocol, _ key: String) {
        _ = (values.value(forKey: key), values.string(forKey: key), values.number(forKey: key))
        _ = (values.int(forKey: key), values.int64(forKey: key), values.float(forKey: key))
        _ = (values.double(forKey: key), values.boolean(forKey: key), values.date(forKey: key))
        _ = (values.blob(forKey: key), values.array(forKey: key), values.dictionary(forKey: key))
        _ = (values.contains(key: key), values.count, values.keys, values.toDictionary())
        read(values[key])
    }

    private func read(_ values: some ArrayProtocol, _ index: Int) {
        _ = (values.value(at: index), values.string(at: index), values.number(at: index))
        _ = (values.int(at: index), values.int64(at: index), values.float(at: index))
        _ = (values.double(at: index), values.boolean(at: index), values.date(at: index))
        _ = (values.blob(at: index), values.array(at: index), values.dictionary(at: index))
        _ = (values.count, values.toArray(), values.toJSON())
        read(values[index])
    }

    private func read(_ fragment: Fragment) {
        _ = (fragment.exists, fragment.value, fragment.string, fragment.number, fragment.int)
        _ = (fragment.int64, fragment.float, fragment.double, fragment.boolean, fragment.date)
        _ = (fragment.blob, fragment.array, fragment.dictionary)
        _ = (fragment["key"], fragment[0])
    }

    private func set<Values: MutableDictionaryProtocol>(_ values: Values) {
        let key = "key"
        values.setValue(1, forKey: key).setString("s", forKey: key).setNumber(1, forKey: key)
            .setInt(1, forKey: key).setInt64(1, forKey: key).setFloat(1, forKey: key)
            .setDouble(1, forKey: key).setBoolean(true, forKey: key)
            .setDate(Date(), forKey: key).setBlob(nil, forKey: key)
            .setDictionary(MutableDictionaryObject(), forKey: key)
            .setArray(MutableArrayObject(), forKey: key)
        values[key].value = 1
        values.removeValue(forKey: key)
    }

    @Test func `documents`() throws {
        let document = MutableDocument()
        set(document)
        try document.setData(["a": ["b": [1]]]).setJSON(#"{"a":{"b":[1]}}"#)
        read(document as Document, "a")
        _ = (document.id, document.revisionID, document.sequence, document.timestamp)
        _ = (document.collection, document.toMutable(), document.toJSON(), document.count)
        let dictionary: MutableDictionaryObject? = document.dictionary(forKey: "a")
        let array: MutableArrayObject? = dictionary?.array(forKey: "b")
        #expect(array?.int(at: 0) == 1 && document.contains("a") && Array(document) == ["a"])
        let others: [Document] = [
            MutableDocument(id: "a"), MutableDocument(data: ["n": 1]),
            try MutableDocument(json: "{}"), MutableDocument(id: "a", data: ["n": 1]),
            try MutableDocument(id: "a", json: "{}"),
        ]
        #expect(others[0] == others[4] && Set(others).count > 1)
        #expect(document._getRevisionHistory() == nil)
    }

    @Test func `dictionaries`() throws {
        let dictionary = MutableDictionaryObject()
        set(dictionary)
        try dictionary.setData(["a": 1]).setJSON(#"{"a":1}"#)
        read(dictionary as DictionaryObject, "a")
        let equal: [DictionaryObject] = [
            MutableDictionaryObject(data: ["a": 1]), try MutableDictionaryObject(json: #"{"a":1}"#),
            dictionary.toMutable(),
        ]
        #expect(equal.allSatisfy { $0 == dictionary && $0.toJSON() == #"{"a":1}"# })
        let fragments: any MutableDictionaryFragment = dictionary
        #expect(fragments["a"].int == 1 && Array(dictionary) == ["a"])
    }

    @Test func `arrays`() throws {
        let array = MutableArrayObject(data: [0])
        array.setValue(1, at: 0).setString("s", at: 0).setNumber(1, at: 0).setInt(1, at: 0)
            .setInt64(1, at: 0).setFloat(1, at: 0).setDouble(1, at: 0).setBoolean(true, at: 0)
            .setDate(Date(), at: 0).setBlob(nil, at: 0).setArray(nil, at: 0)
            .setDictionary(nil, at: 0)
        array.addValue(1).addString("s").addNumber(1).addInt(1).addInt64(1).addFloat(1)
            .addDouble(1).addBoolean(true).addDate(Date()).addBlob(nil).addArray(nil)
            .addDictionary(nil)
        array.insertValue(1, at: 0).insertString("s", at: 0).insertNumber(1, at: 0)
            .insertInt(1, at: 0).insertInt64(1, at: 0).insertFloat(1, at: 0)
            .insertDouble(1, at: 0).insertBoolean(true, at: 0).insertDate(Date(), at: 0)
            .insertBlob(nil, at: 0).insertArray(nil, at: 0).insertDictionary(nil, at: 0)
        #expect(array.count == 25)
        array.removeValue(at: 0)
        try array.setData([1]).setJSON("[1,[2]]")
        read(array as ArrayObject, 0)
        array[0].value = 3
        let fragments: any MutableArrayFragment = array
        #expect(fragments[1][0].int == 2 && array.map { $0 is NSNumber } == [true, false])
        #expect(try array.toMutable() == MutableArrayObject(json: "[3,[2]]"))
        #expect(MutableArrayObject().toJSON() == "[]")
        let changed: any MutableArrayProtocol = array
        #expect(changed.count == 2)
    }

    @Test func `fragments are set`() {
        let document = MutableDocument(data: ["a": 0])
        let fragment: MutableFragment = document["a"]
        fragment.value = 1
        fragment.string = "s"
        fragment.number = 1
        fragment.int = 1
        fragment.int64 = 1
        fragment.float = 1
        fragment.double = 1
        fragment.boolean = true
        fragment.date = Date()
        fragment.blob = nil
        fragment.array = MutableArrayObject(data: [1])
        fragment[0].int = 2
        fragment.dictionary = MutableDictionaryObject()
        fragment["b"].int = 3
        #expect(document.toJSON() == #"{"a":{"b":3}}"#)
        let protocols: any MutableFragmentProtocol = fragment
        let reading: any FragmentProtocol = protocols
        #expect(reading.exists)
        let kinds: (any DictionaryFragment, any ArrayFragment) = (fragment, fragment)
        #expect(kinds.0["b"].int == 3 && !kinds.1[0].exists)
    }

    @Test func `blobs`() throws {
        #expect(Blob.blobType == "blob" && Blob.typeProperty == "@type")
        #expect(Blob.blobDigestProperty == "digest" && Blob.blobLengthProperty == "length")
        #expect(Blob.blobContentType == "content_type")
        let test = try TestDatabase()
        let data = Data("text".utf8)
        let file = URL(fileURLWithPath: test.directory + "/file")
        try data.write(to: file)
        let blob = Blob(contentType: "text/plain", data: data)
        let blobs = [
            blob, Blob(contentType: "text/plain", contentStream: InputStream(data: data)),
            try Blob(contentType: "text/plain", fileURL: file),
        ]
        for blob in blobs {
            try test.database.saveBlob(blob: blob)
            #expect(blob.content == data && blob.contentStream != nil && blob.length == 4)
            #expect(blob.contentType == "text/plain" && blob.digest?.hasPrefix("sha1-") == true)
            #expect(Blob.isBlob(properties: blob.properties) && blob.toJSON().contains("digest"))
            #expect(try test.database.getBlob(properties: blob.properties) == blob)
        }
        #expect(Set(blobs).count == 1)
    }
}
