#if Replication
    /// What may differ between a session and a recording, with the reasons.
    enum AllowedDifferences {
        /// The properties that are not compared, by the profile of the request.
        ///
        /// Those of the empty profile are not compared in any message.
        static let properties: [String: [String: String]] = [
            "": [
                "Content-Type": "Sync Gateway adds it to each JSON body, and no client reads it.",
                "deltas": "Earlier versions of Quire, in some recordings, did not offer deltas.",
            ],
            "getCollections": ["uuid": "The UUID of a database is random."],
            "subChanges": [
                "activeOnly": """
                A session of Quire that also sends requests tombstones, because a document that is created \
                later can have the ID of a deleted one.
                """
            ],
            "the answer to proposeChanges": [
                "sendReplacementRevs": "No client reads it in answers to proposals."
            ],
            "passive norev": ["reason": "A text for people, which Couchbase Lite does not send."],
            "rev": [
                "sequence": """
                The local sequence is opaque to the receiver. Rows of Quire and Couchbase Lite get new \
                ones at different times.
                """
            ],
        ]

        /// The parts of messages that are not compared.
        static let other: [String] = [
            """
            Flags and the order of properties: they have no effect on the receiver, apart from the flag \
            that no reply is expected.
            """,
            """
            The size of the body in proposals: Quire counts its stored body, which can use other shared \
            keys.
            """,
            "An empty list of proposals, with which Couchbase Lite states that all of its changes are pushed.",
            """
            The number and time of checkpoints, and their local sequences: they depend on timing. The \
            remote sequence of the last checkpoint is compared.
            """,
            """
            Further lists of a passive session: it lists changes that are made while it lasts, which \
            Couchbase Lite lists in the next session.
            """,
            "The number of lists in which proposals are sent: each proposal is compared separately.",
            "The time of versions that the resolution of a conflict creates in the playing database.",
        ]
    }
#endif
