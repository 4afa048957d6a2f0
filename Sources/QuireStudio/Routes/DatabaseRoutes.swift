import Foundation
import Quire
import QuireFormats
import QuireInspection
import SQLPlusPlus

/// The answers about the database as a whole.
enum DatabaseRoutes {
    @Sendable static func describe(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let database = context.database
        let embedded = database as? Database
        let path = embedded?.path
        let size = try await context.run { path.flatMap(size(ofFolder:)) }
        let capabilities = database.capabilities
        return StudioResponse(
            json: .object([
                ("name", .string(database.name)),
                ("path", path.map { .string($0) } ?? .null),
                ("engine", .string(embedded == nil ? "postgresql" : "embedded")),
                ("readOnly", .bool(context.isReadOnly)),
                ("encrypted", .bool(embedded?.isEncrypted ?? false)),
                ("size", size.map { .integer($0) } ?? .null),
                ("typeKey", .string(context.typeKey)),
                ("version", .string(Studio.version)),
                (
                    "capabilities",
                    .object([
                        ("revisions", .bool(true)),
                        ("expiration", .bool(capabilities.contains(.expiration))),
                        ("blobs", .bool(capabilities.contains(.blobs))),
                        ("changes", .bool(true)),
                        ("check", .bool(path != nil)),
                        ("explain", .bool(capabilities.contains(.explanations))),
                        ("conflicts", .bool(embedded != nil)),
                        ("indexes", .bool(capabilities.contains(.indexes))),
                        ("fullText", .bool(capabilities.contains(.fullText))),
                        ("deleteCollections", .bool(embedded != nil)),
                    ])
                ),
            ]))
    }

    @Sendable static func collections(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        // Sizes require that the whole file is read.
        let hasSizes = request.target.query["sizes"] == "1"
        let nodes = try await context.run {
            let database = hasSizes ? context.database as? Database : nil
            let summary = try database?.path.map {
                try BundleSummary(BundleReader(path: $0, key: database?.config.encryptionKey))
            }
            return try context.database.stores().map { store -> JSONNode in
                let parts = QualifiedCollectionName(store.fullName)
                let sizes = summary?.collections.first { QualifiedCollectionName($0.name) == parts }
                return .object([
                    ("name", .string(store.fullName)),
                    ("scope", .string(parts.scope ?? Database.defaultScopeName)),
                    ("collection", .string(parts.collection)),
                    ("count", .integer(Int64(try store.count(where: .literal(.boolean(true)))))),
                    ("size", sizes.map { .integer($0.bodyBytes) } ?? .null),
                    ("tombstones", sizes.map { .integer(Int64($0.tombstoneCount)) } ?? .null),
                    ("expiring", sizes.map { .integer(Int64($0.expiringCount)) } ?? .null),
                ])
            }
        }
        return StudioResponse(json: .object([("collections", .array(nodes))]))
    }

    @Sendable static func createCollection(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let name = try request.object().requiredString("name")
        return try await context.run {
            let store = try context.database.createStore(QualifiedCollectionName(name))
            return StudioResponse(201, json: .object([("name", .string(store.fullName))]))
        }
    }

    @Sendable static func deleteCollection(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        guard let database = context.database as? Database else {
            throw StudioError.unsupported(
                "Collections of \(context.database.engineName) cannot be deleted.")
        }
        let name = request.target.path[2]
        return try await context.run {
            _ = try context.store(name)
            let parts = QualifiedCollectionName(name)
            try database.deleteCollection(name: parts.collection, scope: parts.scope)
            return .noContent
        }
    }

    /// Returns the number of bytes of all files in a folder.
    private static func size(ofFolder path: String) -> Int64? {
        let keys: [URLResourceKey] = [.fileSizeKey, .isRegularFileKey]
        guard
            let files = FileManager.default.enumerator(
                at: URL(fileURLWithPath: path), includingPropertiesForKeys: keys)
        else { return nil }
        var total: Int64 = 0
        for case let file as URL in files {
            guard let values = try? file.resourceValues(forKeys: Set(keys)),
                values.isRegularFile == true
            else { continue }
            total += Int64(values.fileSize ?? 0)
        }
        return total
    }
}
