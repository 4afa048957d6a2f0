import Testing

@testable import Quire

/// Full-text search with every engine.
@Suite struct FullTextBehaviourTests {
    struct Note: DocumentModel {
        @DocumentID var id: String?
        var text: String
    }

    @Test(arguments: TestStore.all)
    func `an engine searches text or throws an error that names it`(kind: TestStore) throws {
        let notes = try kind.open().repository(of: Note.self)
        try notes.save(Note(id: "a", text: "The sea"))
        guard notes.store.capabilities.contains(.fullText) else {
            let search = #expect(throws: QuireError.self) {
                try notes.matching("sea", in: \.text).all()
            }
            let matches = #expect(throws: QuireError.self) {
                try notes.matching("sea", in: \.text).matches()
            }
            let creation = #expect(throws: QuireError.self) {
                try notes.createFullTextIndex(on: \.text, language: .english)
            }
            for error in [search, matches, creation] {
                #expect(error?.code == .unsupportedOperation)
                #expect(error?.message.contains(notes.store.database.engineName) == true)
            }
            return
        }
        try notes.createFullTextIndex(on: \.text, language: .english)
        #expect(try notes.matching("seas", in: \.text).all().map(\.id) == ["a"])
    }
}
