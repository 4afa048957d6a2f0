#if Replication
    import Testing

    /// The roles in which the recordings are played.
    enum RecordingTable {
        /// The recordings whose server is played for an active session.
        static let active = [
            "lc-basics-l-l", "lc-basics-q-l", "lc-batches-l-l", "lc-blobs-l-l", "lc-blobs-q-l",
            "lc-checkpoints-l-l", "lc-collections-l-l", "lc-collections-q-l",
            "lc-conflict-l-l", "lc-conflict-q-l", "lc-continuous-l-l", "lc-continuous-q-l",
            "lc-filters-l-l",
            "lc-filters-q-l", "lc-large-l-l", "lc-large-q-l", "lc-norev-l-l", "lc-norev-q-l",
            "sg-403-l", "sg-403-q", "sg-413-q",
            "sg-access-l", "sg-access-continuous-l", "sg-access-continuous-q", "sg-continuous-l",
            "sg-continuous-q", "sg-access-no-purge-q", "sg-access-q", "sg-attachments-l",
            "sg-attachments-q", "sg-batches-l", "sg-batches-q", "sg-channels-docids-q",
            "sg-collections-l", "sg-collections-q", "sg-conflict-l", "sg-conflict-q",
            "sg-delete-l", "sg-delete-q", "sg-empty-l", "sg-empty-q",
            "sg-legacy-attachments-l", "sg-norev-l", "sg-norev-q", "sg-pull5-l", "sg-pull5-q",
            "sg-recreated-l", "sg-session-q", "sg-two-devices-l", "sg-two-devices-q",
        ]

        /// The recordings whose client is played for a passive session.
        static let passive = [
            "lc-raw-requests", "lc-basics-l-l", "lc-blobs-l-l",
            "lc-collections-l-l", "lc-conflict-l-l", "lc-filters-l-l", "lc-norev-l-l",
            "lc-basics-q-l", "lc-blobs-q-l", "lc-collections-q-l", "lc-conflict-q-l",
            "lc-filters-q-l", "lc-norev-q-l",
        ]

        /// The recordings that are not played, by reason.
        static let notPlayed: [String: [String]] = [
            "Its server is an earlier version of Quire. The one of the same name with Couchbase Lite is played.":
                [
                    "lc-basics-l-q", "lc-blobs-l-q", "lc-checkpoints-l-q", "lc-collections-l-q",
                    "lc-continuous-l-q",
                    "lc-conflict-l-q", "lc-delta-l-q", "lc-filters-l-q", "lc-large-l-q",
                    "lc-norev-l-q", "lc-read-only-l-q",
                ],
            "It contains defects of an earlier version of Quire.": [
                "lc-checkpoints-q-l", "sg-legacy-attachments-q", "sg-legacy-history-q",
                "sg-legacy-tree-q", "sg-recreated-q",
            ],
            "The server ends its connections, which concerns the attempts to connect.": [
                "sg-offline-continuous-q", "sg-restart-l", "sg-restart-q",
            ],
            "Its steps lack the long texts of its documents.": [
                "lc-delta-q-l",
                "lc-delta-l-l",
            ],
            "It lacks the files with revision trees that the device has upgraded.": [
                "lc-upgraded-tree-l-l", "lc-upgraded-tree-l-q",
            ],
            "It lacks the random text that a document contains.": [
                "sg-large-l", "sg-large-q",
            ],
            "Couchbase Lite fails with an exception in most of its connections.": [
                "sg-legacy-tree-l"
            ],
            "Its client requests what no session requests.": [
                "sg-raw-removed"
            ],
            "Its client sends requests that no session sends, and Quire is no Sync Gateway.": [
                "sg-raw-requests", "sg-raw-tree-merge",
            ],
            "Its sessions end at the first refusal, while other requests are on their way.": [
                "lc-read-only-l-l", "lc-read-only-q-l",
            ],
            "Its connections end before the first message.": [
                "sg-refused-upgrade-q"
            ],
        ]

        /// The connections that are not played to a passive session, with the reasons.
        static let skippedConnections: [String: [Int: String]] = [
            "lc-raw-requests": [
                22: """
                Couchbase Lite ends the connection after a revision that was not proposed. Quire \
                accepts it, as Sync Gateway does.
                """,
                23: "A request number is skipped, which the tests of BLIP cover.",
                24: "A checksum is wrong, which the tests of BLIP cover.",
            ]
        ]

        /// Differences that are mistakes of the recorded partner, or defects of Quire, by recording.
        ///
        /// Each key is the beginning of a description, and each value the reason.
        static let knownDifferences: [String: [String: String]] = [
            "lc-basics-l-l": ["line 155: the answer to changes": tombstone],
            "lc-checkpoints-l-l": ["line 260:": marks],
            "lc-conflict-l-l": [
                "line 67: p1 is proposed": refused, "line 114:": newTombstone,
                "the version of active's document d1 at the end": newTombstone,
            ],
            "lc-conflict-q-l": [
                "line 67: p1 is proposed": refused, "line 76: the answer to changes": earlier,
                "line 98:": newTombstone,
                "the version of active's document d1 at the end": newTombstone,
            ],
            "lc-filters-l-l": ["line 43:": marks],
            "lc-filters-q-l": ["line 39:": marks],
            "sg-403-l": [
                "line 23:": retry, "line 25:": retry, "line 35:": refused, "line 72:": retry,
                "line 76:": retry,
            ],
            "sg-403-q": ["line 29:": refused],
            "sg-413-q": [
                "line 20:": "The document is played with a shorter text.", "line 30:": refused,
            ],
            "sg-collections-l": ["line 35:": retry, "line 37:": retry, "line 52:": refused],
            "sg-collections-q": ["line 42:": refused],
            "sg-conflict-l": [
                "line 60: p1 is proposed": refused, "line 99:": newTombstone,
                "the version of a's document r1 at the end": newTombstone,
            ],
            "sg-conflict-q": [
                "line 54: p1 is proposed": refused, "line 63: the answer to changes": earlier,
                "line 75:": newTombstone,
                "the version of a's document r1 at the end": newTombstone,
            ],
            "sg-delete-q": ["line 83: the answer to changes": earlier],
            "sg-recreated-l": ["line 98:": marks],
            "lc-raw-requests passive": [
                "line 89:": "Quire refuses a second subscription.",
                "line 160:": "Quire accepts a new document with an unknown parent.",
                "line 163:":
                    "Quire states that it has a revision that its own author has replaced.",
                "line 172:": "Quire refuses an invalid version alone, not the whole list.",
                "line 306:": "Quire accepts a version of the future, as Sync Gateway does.",
            ],
        ]
        private static let tombstone =
            "Quire lists a tombstone that both databases have, and which has no body."
        private static let earlier =
            "An earlier version of Quire listed the versions of tombstones."
        private static let newTombstone =
            "Quire makes a new tombstone if one wins over a later change, so that all databases agree."
        private static let marks = "Quire proposes documents again that are marked as synchronized."
        private static let refused = "Quire proposes a refused document again in the next session."
        private static let retry = "Quire does not send a document twice after the status 403."

        /// Records an issue for each difference that is not known, and for each known one that is
        /// missing.
        static func report(_ differences: [String], _ name: String) {
            let known = knownDifferences[name] ?? [:]
            for difference in differences
            where !known.keys.contains(where: { difference.hasPrefix($0) }) {
                Issue.record("\(name), \(difference)")
            }
            for text in known.keys where !differences.contains(where: { $0.hasPrefix(text) }) {
                Issue.record("\(name), there is no such difference any more: \(text)")
            }
        }
    }

    /// The completeness of the table.
    @Suite struct RecordingTableTests {
        @Test func `each recording is played, or there is a reason why not`() throws {
            let listed = RecordingTable.notPlayed.values.joined()
            let played = Set(RecordingTable.active).union(RecordingTable.passive)
            #expect(played.isDisjoint(with: listed))
            #expect(played.union(listed).sorted() == (try Recording.names()))
        }
    }
#endif
