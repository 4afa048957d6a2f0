#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Attachments of Sync Gateway: those of blobs, and those that are no blobs of the document.
    @Suite struct LegacyAttachmentTests {
        private static let old = "sha1-zR9AXQQGLAjNKdzZ8LQpMbcWd6U="
        private static let new = "sha1-TaTENWUmK5GmZxO58aYtXilSxrY="

        private static func blob(_ digest: String, _ length: Int) -> String {
            #"{"@type":"blob","content_type":"image/png","digest":"\#(digest)","length":\#(length)}"#
        }

        private static func entry(_ digest: String, _ length: Int) -> String {
            #"{"digest":"\#(digest)","length":\#(length),"revpos":2,"stub":true}"#
        }

        static let bodies: [(received: String, stored: String)] = [
            (#"{"a":1}"#, #"{"a":1}"#),
            // The attachment of a blob is removed.
            (
                #"{"b":\#(blob(old, 200)),"_attachments":{"blob_/b":\#(entry(old, 200))}}"#,
                #"{"b":\#(blob(old, 200))}"#
            ),
            // A replaced attachment determines the content of the blob.
            (
                #"{"b":\#(blob(old, 200)),"_attachments":{"blob_/b":\#(entry(new, 8))}}"#,
                #"{"b":\#(blob(new, 8))}"#
            ),
            (
                #"{"x":{"y/z":[0,\#(blob(old, 200))]},"_attachments":{"blob_/x/y~1z/1":\#(entry(new, 8))}}"#,
                #"{"x":{"y/z":[0,\#(blob(new, 8))]}}"#
            ),
            // Other attachments stay.
            (
                #"{"a":1,"_attachments":{"pic.txt":\#(entry(old, 200))}}"#,
                #"{"a":1,"_attachments":{"pic.txt":\#(entry(old, 200))}}"#
            ),
            (
                #"{"b":\#(blob(old, 200)),"_attachments":{"blob_/b":\#(entry(old, 200)),"p":\#(entry(new, 8))}}"#,
                #"{"b":\#(blob(old, 200)),"_attachments":{"p":\#(entry(new, 8))}}"#
            ),
            (#"{"_attachments":{"blob_/b":7}}"#, #"{"_attachments":{"blob_/b":7}}"#),
            (
                #"{"b":\#(blob(old, 200)),"_attachments":{"blob_/b":7}}"#,
                #"{"b":\#(blob(old, 200))}"#
            ),
        ]

        @Test(arguments: bodies)
        func `attachments correct their blobs, and others stay`(
            received: String, stored: String
        ) throws {
            let body = try LegacyAttachments.removeBlobs(from: Array(received.utf8))
            #expect(
                try WireJSON.parse(body).json(.canonical)
                    == WireJSON.parse(Array(stored.utf8)).json(.canonical))
        }

        @Test func `a document keeps an attachment that is no blob through edits and compaction`()
            throws
        {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let collection = try database.defaultCollection()
            let store = ReplicationStore(database)
            let digest = "sha1-FHeaMFiM3l7S95MvsB+PS8qW9D8="
            let writer = try store.blobWriter(digest, length: 9)
            try writer.append(Array("from rest".utf8))
            try writer.finish()
            let body = #"{"v":1,"_attachments":{"pic.txt":\#(Self.entry(digest, 9))}}"#
            let revision = IncomingRevision(
                id: "leg", version: "5@bbbbbbbbbbbbbbbbbbbbbA", body: Array(body.utf8))
            #expect(try collection.insert([revision], from: 1) == [.inserted])
            let document = try #require(try collection.document(id: "leg")?.toMutable())
            #expect(document.toJSON() == #"{"v":1}"#)
            try collection.save(document: document.setInt(2, forKey: "v"))
            try database.performMaintenance(type: .compact)
            let sent = try #require(try collection.outgoingRevision(of: "leg", version: nil))
            #expect(sent.attachments.map(\.digest) == [digest])
            #expect(
                String(decoding: sent.body, as: UTF8.self).contains(Self.entry(digest, 9)))
            #expect(try store.hasBlob(digest))
        }

        @Test func `an attachment whose content is missing is an error of its document`() throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let body = #"{"_attachments":{"pic.txt":\#(Self.entry(Self.new, 8))}}"#
            let revision = IncomingRevision(
                id: "leg", version: "5@bbbbbbbbbbbbbbbbbbbbbA", body: Array(body.utf8))
            let result = try database.defaultCollection().insert([revision], from: 1)[0]
            guard case .failed(let failure) = result else {
                Issue.record("The revision was stored.")
                return
            }
            #expect(failure.code == QuireError.Code.corruptData.rawValue)
        }
    }
#endif
