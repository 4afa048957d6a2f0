import DatabaseTestSupport
import Quire

@testable import QuireDocuments

/// The texts of the warnings that a closure logs.
func warnings(_ body: () throws -> Void) rethrows -> [String] {
    let texts = SendableBox<[String]>([])
    let destination = QuireLog.Destination(minimumLevel: .warning) { texts.value += [$0.text] }
    try QuireLog.$taskDestination.withValue(destination, operation: body)
    return texts.value
}
