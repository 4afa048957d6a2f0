import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Coding of values that nest endlessly, or more deeply than a small stack allows.
@Suite struct StackTests {
    final class Link: Codable, Hashable {
        var next: Link?
        var peers: Set<Link> = []
        var byPeer: [Link: Int] = [:]

        static func == (left: Link, right: Link) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A value that encodes itself as a single value.
    final class Echo: Codable {
        init() {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer().decode(Echo.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    /// A value that is encoded as an array of itself, endlessly.
    struct Growing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode([[self]])
        }
    }

    struct Supers: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(1, forKey: .a)
            try encode(to: container.superEncoder())
        }
    }

    struct Nested: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            var nested = container.nestedUnkeyedContainer()
            try nested.encode(self)
        }
    }

    /// A value that encodes itself, and something else if that fails.
    struct Stubborn: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            do { try container.encode(self) } catch { try container.encode(1) }
        }
    }

    /// Never released, because that would need stack as well.
    private static let deepest = (0..<512).reduce(AnyJSON.null) { value, _ in .array([value]) }

    /// Runs all cases; a failure ends the process.
    static func run() {
        let cycle = Link()
        cycle.next = cycle
        let (left, right) = (Link(), Link())
        for link in [left, right] { link.peers = [left, right] }
        let keys = [Link(), Link()]
        for key in keys { for other in keys { key.byPeer[other] = 1 } }
        refuse { try DocumentEncoder().encodeToFleece(cycle) }
        refuse { try DocumentEncoder().encodeToFleece(left) }
        refuse { try DocumentEncoder().encodeToFleece(keys[0]) }
        refuse { try DocumentEncoder().encodeToFleece(Echo()) }
        refuse { try DocumentEncoder().encodeToFleece(Growing()) }
        refuse { try DocumentEncoder().encodeToFleece(Supers()) }
        refuse { try DocumentEncoder().encodeToFleece(Nested()) }
        refuse { try DocumentDecoder().decode(Echo.self, fromJSON: "1") }
        // The result is the alternative value.
        precondition((try? DocumentEncoder().encodeToJSON(Stubborn())) == "1")

        // The maximum depth of a document can be too much for the stack, but must not crash.
        let json = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        attempt { try DocumentDecoder().decode(AnyJSON.self, fromJSON: json) }
        attempt { try DocumentDecoder().decode(DepthTests.Nest.self, fromJSON: json) }
        attempt { try DocumentEncoder().encodeToFleece(deepest) }
    }

    private static func refuse<T>(_ body: () throws -> T) {
        precondition((try? body()) == nil)
        attempt(body)
    }

    private static func attempt<T>(_ body: () throws -> T) {
        do { _ = try body() } catch {
            precondition(error is EncodingError || error is DecodingError, "\(error)")
        }
    }

    @Test func `endless nesting is an error on stacks of every size`() async {
        await #expect(processExitsWith: .success) {
            for size in [128, 256, 512, 2048, 8192, 65536] {
                try onThread(stackSize: size << 10) { StackTests.run() }
            }
        }
    }

    @Test func `endless nesting is an error on the main thread`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { StackTests.run() }
        }
    }
}
