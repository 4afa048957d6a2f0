import Foundation
import QuireNetwork
import Testing

@testable import QuireStudio

struct PageFileTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/QuireStudio/Page")

    @Test
    func `the embedded files are those of the folder Page`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        var files: [String: String] = [:]
        for name in names {
            files[name] = try String(
                contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        }
        #expect(files == PageSources.files)
    }

    @Test(arguments: [
        "/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift", "/etc/passwd",
        "/studio.js/", "//studio.js", "/index", "/.", "/..", "/studio.swift", "/STUDIO.JS",
        "/studio.js%00", "/Page/studio.js", "/%2fetc%2fpasswd", "/~root",
    ])
    func `only files of the table are served`(target: String) async throws {
        #expect(try await StudioFixture().send("GET", target).status == 404)
    }

    @Test(arguments: ["/%", "/%4", "/%zz", "/%ff", "/a?b=%c0%80"])
    func `invalid percent encoding is refused`(target: String) async throws {
        #expect(try await StudioFixture().send("GET", target).status == 400)
    }

    @Test
    func `the page is HTML`() async throws {
        let answer = try await StudioFixture().send("GET", "/")
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test(arguments: ["<script>", "onclick", "style=", "javascript:"])
    func `the page has no inline code`(text: String) {
        #expect(PageSources.files["index.html"]?.contains(text) == false)
    }
}
