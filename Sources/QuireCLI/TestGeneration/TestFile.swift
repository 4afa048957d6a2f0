/// The text of a file with tests for models.
struct TestFile {
    /// The first line, by which a file is known that can be replaced.
    static let firstLine =
        "// Made by 'quire generate-tests', which replaces it when it is run again."

    let models: [Declaration]
    /// The module that the models are in; `nil` for that of the tests.
    let module: String?
    /// The name of the suite.
    let suite: String

    var text: String {
        var text = Self.firstLine + "\n\nimport QuireTesting\nimport Testing\n"
        if let module {
            let isVisible = models.allSatisfy { $0.access == .beyond }
            text += isVisible ? "import \(module)\n" : "\n@testable import \(module)\n"
        }
        text += "\n@Suite struct \(suite) {\n"
        text += models.map(test).joined(separator: "\n")
        return text + "}\n"
    }

    private func test(of model: Declaration) -> String {
        let name = model.name.replacing("`", with: "")
        return """
                @Test func `\(name) comes back as it was`() {
                    expectRoundTrips(\(model.name).self)
                }

            """
    }
}
