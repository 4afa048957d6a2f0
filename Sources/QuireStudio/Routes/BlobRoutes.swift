import Foundation
import Quire
import QuireFormats
import QuireNetwork

/// The answers about the contents of blobs.
enum BlobRoutes {
    @Sendable static func get(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let collection = try request.parameter("collection")
        let text = try request.parameter("digest")
        guard let digest = BlobDigest(text) else {
            throw StudioError.invalidRequest("\(text.debugDescription) is not a digest.")
        }
        return try await context.run {
            let storage = try storage(of: context.store(collection))
            guard let content = try storage.read(digest, length: nil) else {
                throw StudioError.notFound("The database does not contain the blob.")
            }
            let bytes = [UInt8](content)
            // A browser never interprets anything but pictures.
            guard let type = PictureType.type(of: bytes) else {
                return StudioResponse(
                    200, headers: [("Content-Disposition", "attachment; filename=\"blob\"")],
                    type: "application/octet-stream", body: .bytes(bytes))
            }
            return StudioResponse(200, type: type, body: .bytes(bytes))
        }
    }

    @Sendable static func create(
        _ context: StudioContext, _ request: StudioRequest
    ) async throws -> StudioResponse {
        let content = Data(request.body)
        let type = request.headers["X-Quire-Content-Type"]
        return try await context.run {
            let storage = try storage(of: context.database.defaultStore())
            let blob = try storage.install(content)
            var pairs: [(key: String, value: JSONNode)] = [
                (Blob.typeProperty, .string(Blob.blobType)),
                (Blob.blobDigestProperty, .string(blob.digest.description)),
                (Blob.blobLengthProperty, .integer(Int64(clamping: blob.length))),
            ]
            if let type { pairs.append((Blob.blobContentType, .string(type))) }
            return StudioResponse(201, json: .object(pairs))
        }
    }

    private static func storage(of store: any DocumentStore) throws -> any BlobStorage {
        try store.requireCapability(.blobs)
        guard let storage = store.blobStorage else {
            throw StudioError.unsupported("The database does not support blobs.")
        }
        return storage
    }
}

/// The types of pictures that browsers may show, recognized by their first bytes.
enum PictureType {
    static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return "image/png"
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            return "image/gif"
        }
        guard bytes.count >= 12 else { return nil }
        if bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            return "image/webp"
        }
        if bytes[4..<8].elementsEqual("ftyp".utf8), bytes[8..<12].elementsEqual("avif".utf8) {
            return "image/avif"
        }
        return nil
    }
}
