import CSQLite
import Fleece
import SQLPlusPlus

/// The rows of a cursor on ``EachTable``.
///
/// The memory of a SQLite argument is valid for one call only, so the cursor copies it. A
/// ``NumberList`` is valid while its statement runs, so its integers are not copied.
final class EachRows {
    private enum Content {
        case nothing
        case single(FleeceValue)
        case array(FleeceArray)
        case dictionary(FleeceDictionary.Iterator, key: String, value: FleeceValue)
    }

    let keys: ConnectionKeys
    private var content = Content.nothing
    /// Integers in borrowed memory, or no integers if the rows are those of the content.
    private var numbers = UnsafeBufferPointer<Int64>(start: nil, count: 0)
    private var storage: FleeceStorage?
    private var path: (bytes: [UInt8], path: FleecePath)?
    private var isPathGiven = false
    // The number of bytes of collections that all remaining rows may contain together. Values may
    // be shared, so a few hostile bytes can represent a huge value.
    private var remaining = 0

    /// The index of the current row.
    private(set) var index = 0

    init(_ keys: ConnectionKeys) {
        self.keys = keys
    }

    // MARK: Starting

    func startNothing() {
        content = .nothing
        numbers = UnsafeBufferPointer(start: nil, count: 0)
        storage = nil
        isPathGiven = false
        index = 0
    }

    /// Starts with the items of a value.
    func start(itemsOf argument: SQLiteArgument?) {
        startNothing()
        guard let argument else { return }
        if let numbers = argument.numbers {
            self.numbers = numbers
            return
        }
        guard argument.type != SQLITE_NULL else { return }
        if argument.isCollection {
            let storage = FleeceStorage(copying: argument.bytes, sharedKeys: keys.current)
            if let root = storage.root { return start(root) }
        }
        // Encode any other value as a Fleece document, so that all rows have the same form.
        let writer = FleeceWriter()
        writer.write(argument.encoded(writer))
        if let bytes = try? writer.finish(), let value = FleeceStorage(bytes).root { start(value) }
    }

    /// Starts with the items of the value at a path of a body.
    ///
    /// - Throws: An error whose description explains what is wrong with the path.
    func start(itemsOf body: SQLiteArgument?, path argument: SQLiteArgument?) throws {
        startNothing()
        guard let body, let argument else { return }
        let path = try parsed(argument)
        isPathGiven = true
        let storage = FleeceStorage(copying: body.bytes, sharedKeys: keys.current)
        if let value = storage.root?.value(at: path) { start(value) }
    }

    private func parsed(_ argument: SQLiteArgument) throws -> FleecePath {
        if let path, path.bytes.elementsEqual(argument.bytes) { return path.path }
        let parsed = FleecePath(try PropertyPath(argument.text))
        path = (Array(argument.bytes), parsed)
        return parsed
    }

    private func start(_ value: FleeceValue) {
        storage = value.storage
        // Fleece shares strings of up to 15 bytes and keys with references of 2 bytes, and a
        // statement may read each row more than once.
        remaining = max(1 << 16, 64 * value.storage.count)
        if let array = value.array {
            content = .array(array)
            skipMissing()
        } else if let dictionary = value.dictionary {
            var pairs = dictionary.makeIterator()
            if let pair = pairs.next() {
                content = .dictionary(pairs, key: pair.key, value: pair.value)
            }
        } else if value.kind != .undefined {
            content = .single(value)
        }
    }

    // MARK: Going on

    /// Whether there is no current row.
    var isAtEnd: Bool {
        if index < numbers.count { return false }
        return if case .nothing = content { true } else { false }
    }

    /// Advances to the next row.
    func next() {
        index += 1
        // Do not retain the content for each integer.
        if !numbers.isEmpty { return }
        switch content {
        case .nothing: break
        case .single: content = .nothing
        case .array: skipMissing()
        case .dictionary(var pairs, _, _):
            // Release the other reference first, so that the iterator is mutated in place and not
            // copied.
            content = .nothing
            guard let pair = pairs.next() else { return }
            content = .dictionary(pairs, key: pair.key, value: pair.value)
        }
    }

    /// Skips undefined items of an array, which do not occur in documents.
    private func skipMissing() {
        guard case .array(let array) = content else { return }
        while index < array.count, array[index].kind == .undefined { index += 1 }
        if index >= array.count { content = .nothing }
    }

    private var item: FleeceValue? {
        switch content {
        // Statements with a list of integers read only the column `value`.
        case .nothing: nil
        case .single(let value), .dictionary(_, _, let value): value
        case .array(let array): array.value(at: index)
        }
    }

    // MARK: Columns

    func setKey(_ result: SQLiteResult) {
        if index < numbers.count {
            return sqlite3_result_int64(result.context, Int64(index))
        }
        switch content {
        case .nothing, .single: result.setMissing()
        case .array: sqlite3_result_int64(result.context, Int64(index))
        case .dictionary(_, var key, _): key.withUTF8 { result.set(text: .init($0)) }
        }
    }

    func setValue(_ result: SQLiteResult) {
        if index < numbers.count {
            return sqlite3_result_int64(result.context, numbers[index])
        }
        switch item?.kind {
        case nil: result.setMissing()
        case .array, .dictionary: setData(result)
        default: item.map(result.set(_:))
        }
    }

    func setData(_ result: SQLiteResult) {
        guard let item else { return result.setMissing() }
        charge(result.set { $0.encode(copyOf: item) }, result)
    }

    private func charge(_ bytes: Int, _ result: SQLiteResult) {
        remaining -= bytes
        if remaining < 0 {
            result.set(
                error: "\(EachTable.name): the value contains more data than "
                    + "its size allows")
        }
    }

    func setType(_ result: SQLiteResult) {
        guard let name = item?.kind.typeName else { return result.setMissing() }
        name.withUTF8Buffer { result.set(text: UnsafeRawBufferPointer($0)) }
    }

    func setArgument(_ result: SQLiteResult) {
        guard let storage else { return result.setMissing() }
        storage.withUnsafeBytes(result.set(blob:))
    }

    func setPath(_ result: SQLiteResult) {
        guard isPathGiven, let path else { return result.setMissing() }
        path.bytes.withUnsafeBytes(result.set(text:))
    }
}

extension FleeceKind {
    /// The name of the type in the query language, or `nil` for a missing value.
    fileprivate var typeName: StaticString? {
        switch self {
        case .undefined: nil
        case .null: "null"
        case .boolean: "boolean"
        case .integer, .float, .double: "number"
        case .string: "string"
        case .data: "binary"
        case .array: "array"
        case .dictionary: "object"
        }
    }
}
