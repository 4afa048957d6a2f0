import Quire
import Testing

/// The examples in the documentation of change notifications.
@Suite struct DocumentedStoreListening {
    private let collection: DocumentCollection

    init() throws {
        collection = try Database(inMemoryNamed: "travel").defaultCollection()
        try collection.save(document: MutableDocument(id: "hotel-42", data: ["name": "Grand"]))
    }

    @Test func listeners() throws {
        do {
            let token = collection.addChangeListener { change in
                print(change.documentIDs.count, "documents changed")
            }
            try collection.save(document: MutableDocument(id: "hotel-1"))
            token.remove()
        }
        do {
            let token = collection.addChangeListener { change in
                for id in change.documentIDs {
                    print(id, change.collection[id].exists ? "was saved" : "was removed")
                }
            }
            token.remove()
        }
        do {
            let token = collection.addChangeListener { change in
                print("changed:", change.documentIDs)
            }
            token.remove()
        }
        do {
            let token = collection.addDocumentChangeListener(id: "hotel-42") { change in
                print(change.documentID, "was changed")
            }
            token.remove()
        }
        do {
            let token = collection.addDocumentChangeListener(id: "hotel-42") { change in
                print(change.collection[change.documentID]["name"].string ?? "")
            }
            token.remove()
        }
        #expect(collection.count == 2)
    }

    @Test func sequences() async throws {
        do {
            let task = Task {
                for await change in collection.changes() {
                    print("changed:", change.documentIDs)
                }
            }
            task.cancel()
            await task.value
        }
        do {
            let task = Task {
                for await change in collection.changes(ofDocument: "hotel-42") {
                    print(change.documentID, "was changed")
                }
            }
            task.cancel()
            await task.value
        }
    }
}
