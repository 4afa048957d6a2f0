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

        /// Parses a body that must be an array.
        static func parseArray(_ bytes: [UInt8]) throws -> FleeceArray {
            guard let array = try parse(bytes).array else {
                throw BLIPError.badRequest("the body is not a JSON array")
            }
            return array
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
