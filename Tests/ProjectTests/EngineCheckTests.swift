import Foundation
import Testing

/// Each engine applies the rules for documents to each body that it saves.
@Suite struct EngineCheckTests {
    /// The files that encode a body to save it.
    private static let engines = ProjectFiles.sources.filter { path in
        let text = (try? ProjectFiles.text(of: path)) ?? ""
        return text.contains(/let target = try (document\.)?encode\(writer\)/)
    }

    @Test func `the files that save bodies are found`() {
        #expect(Self.engines.count >= 4)
        for engine in ["DocumentCollection", "InMemoryStore", "PostgresStore"] {
            #expect(Self.engines.contains { $0.contains(engine) })
        }
    }

    @Test(arguments: engines)
    func `a file that saves a body checks its ID and its keys`(path: String) throws {
        let text = try ProjectFiles.text(of: path)
        #expect(text.contains("target.checkID(in:"))
        #expect(text.contains("target.checkBody("))
    }
}
