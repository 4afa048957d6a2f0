import Foundation
import Testing

/// Handwritten inputs and inputs found by a fuzzer, processed by the walks of the fuzzer.
///
/// `Scripts/fuzz` searches for more. Add the inputs that it finds to the folder `Regressions` with
/// a
/// descriptive name.
@Suite struct RegressionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let walk: FuzzRun
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

    static let cases = FuzzRun.allCases.flatMap { walk in
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
