import Fleece
import Foundation
import QuireTestSupport
import Testing

import Quire
@testable import QuireDocuments

/// A type-erased model of the zoo.
struct RandomModel: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Generates a value and checks all round trips.
    let roundTrip: @Sendable (UInt64, MutableSharedKeys) throws -> Void
    /// Generates a value and returns its bytes, without shared keys.
    let bytes: @Sendable (UInt64) throws -> [UInt8]
    /// Decodes a body with any contents.
    let decode: @Sendable (FleeceValue) throws -> Void
    /// Generates a value, saves it, and reads it.
    let store: @Sendable (UInt64, DocumentCollection) throws -> Void

    init<Model: Codable & Equatable & SendableMetatype>(_ type: Model.Type) {
        testDescription = "\(type)"
        roundTrip = { seed, keys in
            let model = try GeneratedValueSource(seed: seed).value(type)
            try Self.check(model, keys)
        }
        bytes = { seed in
            let model = try GeneratedValueSource(seed: seed).value(type)
            return try DocumentEncoder().encodeToFleece(model).withUnsafeBytes { Array($0) }
        }
        decode = { _ = try DocumentDecoder().decode(type, from: $0) }
        store = { seed, collection in
            let model = try GeneratedValueSource(seed: seed).value(type)
            try collection.saveBody(id: "model") { writer in
                try DocumentEncoder().encode(["model": model], into: writer)
            }
            guard let body = try collection.body(id: "model")?["model"] else {
                throw RandomModelFailure("the body of \(model) has no model")
            }
            let loaded = try DocumentDecoder().decode(type, from: body)
            guard loaded == model else { throw RandomModelFailure("\(loaded) is not \(model)") }
        }
    }

    private static func check<Model: Codable & Equatable>(
        _ model: Model, _ keys: MutableSharedKeys
    ) throws {
        let writer = FleeceWriter(sharedKeys: keys)
        try DocumentEncoder().encode(model, into: writer)
        let bytes = try writer.finish()
        guard let root = FleeceStorage(bytes, sharedKeys: keys.snapshot).root else {
            throw RandomModelFailure("\(model) has no root")
        }
        let decoded = try DocumentDecoder().decode(Model.self, from: root)
        guard decoded == model else { throw RandomModelFailure("\(decoded) is not \(model)") }
        try DocumentEncoder().encode(decoded, into: writer)
        guard try writer.finish() == bytes else {
            throw RandomModelFailure("\(model) has other bytes the second time")
        }
        let json = try DocumentEncoder().encodeToJSON(model)
        let read = try DocumentDecoder().decode(Model.self, fromJSON: json)
        guard read == model else { throw RandomModelFailure("\(read) is not \(model): \(json)") }
    }
}

/// An error for a model that does not survive a round trip.
struct RandomModelFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
