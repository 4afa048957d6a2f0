import Foundation
import Quire
import QuireTesting
import Testing

/// The output of the failing test in the tutorial, whose trip forgets its tags.
@Suite struct FailedTestTests {
    @Test func `the tutorial shows what its failing test reports`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "output.txt")
        let shown = try String(contentsOf: file, encoding: .utf8)
        let finding = try #require(ModelCheck(Trip.self).findings().first)
        let report = "\(finding)"
            .replacingOccurrences(of: "FailedTest.", with: "TravelNotebook.")
            .replacingOccurrences(of: "\n", with: "\n  ")
        #expect(shown.hasSuffix("↳ Trip, \(report)\n"))
    }
}
