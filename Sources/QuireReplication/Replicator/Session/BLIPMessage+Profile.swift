#if Replication
    extension BLIPMessage {
        /// Creates a request of the replication protocol.
        ///
        /// - Parameters:
        ///   - profile: The kind of the request.
        ///   - collection: The number of the collection, or `nil` if the request belongs to none.
        init(profile: String, collection: Int? = nil) {
            self.init()
            self["Profile"] = profile
            if let collection { self["collection"] = String(collection) }
        }

        /// The value of a property.
        ///
        /// Setting `nil` has no effect on a property that exists.
        subscript(name: String) -> String? {
            get { properties[name] }
            set { properties[name] = newValue }
        }
    }
#endif
