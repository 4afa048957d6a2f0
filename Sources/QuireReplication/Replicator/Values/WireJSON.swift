#if Replication
    import Fleece

    /// Conversion of the JSON bodies of BLIP messages.
    enum WireJSON {
        /// Parses a body.
        ///
        /// - Parameter bytes: JSON text in UTF-8.
        /// - Returns: The value.
        /// - Throws: `BLIPError` with domain `BLIP` and code 400 if the text is not JSON.
        static func parse(_ bytes: [UInt8]) throws -> FleeceValue {
            do {
                let writer = FleeceWriter()
                try bytes.withUnsafeBytes { try JSONReader.read($0, into: writer) }
                guard let root = FleeceStorage(try writer.finish()).root else {
                    throw BLIPError.badRequest("the body is empty")
                }
                return root
            } catch let error as BLIPError {
                throw error
            } catch {
                throw BLIPError.badRequest("the body is not JSON: \(error)")
            }
        }

        /// Parses a body that must be a list.
        ///
        /// An empty list has three forms: `[]`, the `null` of Sync Gateway, and no body at all.
        ///
        /// - Parameters:
        ///   - bytes: JSON text in UTF-8.
        ///   - maximumCount: The maximum number of items.
        /// - Returns: The items.
        /// - Throws: `BLIPError` with domain `BLIP` and code 400 if the text is not a list; with domain
        ///   `HTTP` and code 413 if it has too many items.
        static func parseList(
            _ bytes: [UInt8], maximumCount: Int = BLIPBodyLimits.maximumChanges
        ) throws -> [FleeceValue] {
            guard !bytes.isEmpty else { return [] }
            return try list(try parse(bytes), "the body", maximumCount: maximumCount)
        }

        /// Returns the items of a value that must be an array, or is `null` or missing.
        ///
        /// - Parameters:
        ///   - value: The value, or `nil` if it is missing.
        ///   - name: What the value is, for the error message.
        ///   - maximumCount: The maximum number of items.
        /// - Returns: The items.
        /// - Throws: `BLIPError` with domain `BLIP` and code 400 if the value is something else; with
        ///   domain `HTTP` and code 413 if it has too many items.
        static func list(
            _ value: FleeceValue?, _ name: String, maximumCount: Int
        ) throws -> [FleeceValue] {
            guard let value, !value.isNull else { return [] }
            guard let array = value.array else {
                throw BLIPError.badRequest("\(name) is not a JSON array")
            }
            guard array.count <= maximumCount else {
                throw BLIPError.http(413, "\(name) has more than \(maximumCount) items")
            }
            return Array(array)
        }

        /// Parses a body that must be an object.
        static func parseObject(_ bytes: [UInt8]) throws -> FleeceDictionary {
            guard let object = try parse(bytes).dictionary else {
                throw BLIPError.badRequest("the body is not a JSON object")
            }
            return object
        }

        /// Writes a body.
        ///
        /// - Parameter write: A closure that writes one value.
        /// - Returns: JSON text in UTF-8.
        /// - Throws: An error of the writer.
        static func body(_ write: (FleeceWriter) throws -> Void) throws -> [UInt8] {
            let writer = FleeceWriter()
            try write(writer)
            guard let root = FleeceStorage(try writer.finish()).root else { return [] }
            return Array(try root.json().utf8)
        }
    }

    extension FleeceWriter {
        /// Writes an array of strings.
        func write(strings: [String]) {
            beginArray()
            for string in strings { write(string) }
            endArray()
        }
    }

    extension BLIPError {
        /// An error for a request with invalid contents.
        static func badRequest(_ message: String) -> BLIPError {
            BLIPError(domain: "BLIP", code: 400, message: message)
        }

        /// An error with an HTTP status.
        static func http(_ status: Int, _ message: String) -> BLIPError {
            BLIPError(domain: "HTTP", code: status, message: message)
        }
    }
#endif
