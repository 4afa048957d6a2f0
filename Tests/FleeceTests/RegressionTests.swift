import Foundation
import Testing

/// Input that a fuzzer found, or somebody thought of, goes through the walks of the fuzzer.
///
/// `Scripts/fuzz` looks for more of it. What it finds is put into the folder `Regressions` under a
/// name that says what it is.
@Suite struct RegressionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let walk: Walk
        let name: String
        let bytes: [UInt8]
        var testDescription: String { "\(walk.rawValue): \(name)" }
    }

    static let found: [Attack] = {
        let folder = Fixture.folder.deletingLastPathComponent().appending(path: "Regressions")
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { file in
            (try? Data(contentsOf: file)).map { Attack(file.lastPathComponent, Array($0)) }
        }
    }()

    static let cases = Walk.allCases.flatMap { walk in
        (found + Attack.fleece + Attack.json).map {
            Case(walk: walk, name: $0.name, bytes: $0.bytes)
        }
    }

    @Test func `the regression inputs exist`() {
        #expect(!Self.found.isEmpty)
    }

    @Test(arguments: cases)
    func `no input violates an invariant or takes long`(input: Case) throws {
        let outcome = Deadline.run(seconds: 20) {
            try input.bytes.withUnsafeBytes { try input.walk.run($0) }
        }
        #expect(throws: Never.self) { try outcome.get() }
    }
}
