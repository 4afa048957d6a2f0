#if Replication
    /// The items of the lists of changes that a recorded server has sent.
    struct ListedItems: Sendable {
        private struct Key: Hashable, Sendable {
            let collection: String?
            let sequence: String?
            let id: String?

            init(_ properties: [String: String]) {
                collection = properties["collection"]
                sequence = properties["sequence"]
                id = properties["id"]
            }
        }

        private struct Place: Sendable {
            let line: Int
            let number: UInt64
        }

        private var places: [Key: [Place]] = [:]

        init(_ requests: [RecordedMessage]) {
            for request in requests where request.profile == "changes" {
                for item in request.body.json?.array ?? [] {
                    guard let item = item.array, item.count > 1 else { continue }
                    var properties = request.properties
                    properties["sequence"] = item[0].text
                    properties["id"] = item[1].string
                    places[Key(properties), default: []].append(
                        Place(line: request.i, number: request.number))
                }
            }
        }

        /// Returns the number of the list that contains a revision, or `nil` if it was not listed.
        func list(of revision: RecordedMessage) -> UInt64? {
            places[Key(revision.properties)]?.last { $0.line < revision.i }?.number
        }
    }
#endif
