import Fleece
import Foundation
import QuirePlatform
import Testing

@testable import QuireDocuments

@Suite struct DepthTests: CodingSuite {
    final class Link: Codable {
        var next: Link?
        init(_ next: Link?) { self.next = next }
    }

    struct Nest: Codable, Equatable {
        var items: [Nest]
    }

    indirect enum Chain: Codable {
        case end
        case link(Chain)
    }

    static func links(_ count: Int) -> Link {
        (0..<count).reduce(Link(nil)) { link, _ in Link(link) }
    }

    /// Releases a chain iteratively, without recursion.
    static func free(_ link: Link) {
        var next: Link? = link
        while let link = next {
            next = link.next
            link.next = nil
        }
    }

    @Test func `models nested too deeply throw instead of overflowing the stack`() throws {
        for count in [600, 5000] {
            let link = Self.links(count)
            defer { Self.free(link) }
            #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(link) }
        }
        let nest = (0..<3000).reduce(Nest(items: [])) { nest, _ in Nest(items: [nest]) }
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(nest) }
        let chain = (0..<3000).reduce(Chain.end) { chain, _ in .link(chain) }
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(chain) }
    }

    @Test func `permitted nesting fits into a small stack`() async throws {
        let outcome = Mutex<String?>(nil)
        let thread = Thread {
            let link = Self.links(400)
            defer { Self.free(link) }
            do {
                let root = try DocumentEncoder().encodeToFleece(link).root
                let again = try root.map { try DocumentDecoder().decode(Link.self, from: $0) }
                again.map(Self.free)
                outcome.withLock { $0 = again == nil ? "no root" : "" }
            } catch {
                outcome.withLock { $0 = "\(error)" }
            }
        }
        thread.stackSize = 2 << 20
        thread.start()
        while outcome.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(outcome.withLock { $0 } == "")
    }

    @Test func `a reference cycle is an error`() {
        let link = Link(nil)
        link.next = link
        defer { link.next = nil }
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(link) }
    }

    @Test func `an endless chain of super encoders is an error`() {
        final class Loop: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: LetterKey.self)
                try container.encode(1, forKey: .a)
                try encode(to: container.superEncoder())
            }
        }
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(Loop()) }
    }

    @Test func `a type that decodes itself endlessly is an error`() {
        struct Loop: Decodable {
            init(from decoder: any Decoder) throws {
                self = try decoder.singleValueContainer().decode(Loop.self)
            }
        }
        #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode(Loop.self, fromJSON: "1")
        }
    }

    @Test func `bodies nested more deeply than the limit for models are an error`() throws {
        let writer = FleeceWriter()
        var slot = writer.encodeArray([])
        for _ in 0..<4000 {
            slot = writer.encodeDictionary([writer.encodeKey("items"), writer.encodeArray([slot])])
        }
        writer.write(slot)
        let root = try #require(FleeceStorage(writer.finish()).root)
        #expect(throws: DecodingError.self) { try DocumentDecoder().decode(Nest.self, from: root) }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a few bytes that represent very many values are an error`() throws {
        let writer = FleeceWriter()
        var slot = writer.encodeDictionary([writer.encodeKey("items"), writer.encodeArray([])])
        for _ in 0..<40 {
            slot = writer.encodeDictionary([
                writer.encodeKey("items"), writer.encodeArray([slot, slot]),
            ])
        }
        writer.write(slot)
        let root = try #require(FleeceStorage(writer.finish()).root)
        #expect(throws: DecodingError.self) { try DocumentDecoder().decode(Nest.self, from: root) }
    }
}
