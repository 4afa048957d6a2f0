/// The contents of a generated test file.
struct TestFile {
    /// The first line, which identifies generated files that can be replaced.
    static let firstLine =
        "// Made by 'quire generate-tests', which replaces it when it is run again."

    let models: [Declaration]
    /// The module that contains the models; `nil` if it is the test module.
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
                @Test func `\(name) survives a round trip`() {
                    expectRoundTrips(\(model.name).self)
                }

            """
    }
}
