import CSQLite
import Foundation
import QuirePlatform

/// A function of the query language that is registered on a SQLite connection.
final class FunctionBinding: FunctionEnvironment {
    private let function: LanguageFunction.Body
    private let keys: ConnectionKeys
    let memory: ValueMemory
    // The context and the arguments of the running call. SQLite does not call a function of a
    // connection while another one runs.
    private var context: OpaquePointer?
    private var values: UnsafeMutablePointer<OpaquePointer?>?

    private init(
        _ function: @escaping LanguageFunction.Body, keys: ConnectionKeys, memory: ValueMemory
    ) {
        self.function = function
        self.keys = keys
        self.memory = memory
    }

    /// Registers the functions of the query language on a connection.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func register(
        _ functions: [LanguageFunction], on connection: SQLiteConnection
    ) throws {
        let memory = ValueMemory()
        for function in functions {
            for count in function.argumentCounts {
                let binding = FunctionBinding(function.body, keys: connection.keys, memory: memory)
                try connection.register(
                    function: function.name, argumentCount: count, use: function.use,
                    owning: binding
                ) { context, count, values in
                    guard let binding = sqlite3_user_data(context) else { return }
                    UnsafeReference<FunctionBinding>(pointer: binding).object
                        .call(context, count: Int(count), values: values)
                }
            }
        }
    }

    private func call(
        _ context: OpaquePointer?, count: Int, values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        self.context = context
        self.values = values
        let result = SQLiteResult(context: context, tableKeys: UnsafeReference(keys))
        withUnsafeTemporaryAllocation(of: LanguageValue.self, capacity: max(count, 1)) { buffer in
            for index in 0..<count {
                buffer.initializeElement(
                    at: index,
                    to: SQLiteArgument(values, index).map { LanguageValue($0, memory) } ?? .missing)
            }
            let arguments = UnsafeBufferPointer(rebasing: buffer[..<count])
            do throws(FunctionFailure) {
                let call = FunctionCall(arguments: arguments, environment: self)
                try result.set(function(call), from: memory)
            } catch {
                result.set(error)
            }
        }
        memory.clear()
    }

    // MARK: Environment

    var interruption: (any FunctionInterruption)? { keys.interruption }

    var lengthLimit: Int { limit(SQLITE_LIMIT_LENGTH) }

    var patternLimit: Int { limit(SQLITE_LIMIT_LIKE_PATTERN_LENGTH) }

    private func limit(_ number: Int32) -> Int {
        Int(sqlite3_limit(sqlite3_context_db_handle(context), number, -1))
    }

    func prepared<Prepared: AnyObject & Sendable>(
        _ index: Int, _ prepare: () throws(FunctionFailure) -> Prepared
    ) throws(FunctionFailure) -> Prepared {
        if let stored = sqlite3_get_auxdata(context, Int32(index)),
            let prepared = UnsafeReference<AnyObject>(pointer: stored).object
                as? Prepared
        {
            return prepared
        }
        let prepared = try prepare()
        // If the argument is constant, SQLite keeps the object for later calls in this statement.
        let pointer = UnsafeReference<AnyObject>(retaining: prepared).pointer
        sqlite3_set_auxdata(context, Int32(index), pointer) { stored in
            if let stored { UnsafeReference<AnyObject>(pointer: stored).release() }
        }
        return prepared
    }

    func text(ofNumber index: Int) -> UnsafeRawBufferPointer {
        guard let value = values?[index], let text = sqlite3_value_text(value) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }
}

extension LanguageValue {
    /// Creates a value from an argument in the form that `SQLiteResult.swift` describes.
    ///
    /// - Parameters:
    ///   - argument: An argument of a registered function.
    ///   - memory: The memory of borrowed values. It must be cleared before SQLite frees the memory
    ///     of the argument.
    package init(_ argument: SQLiteArgument, _ memory: ValueMemory) {
        switch argument.type {
        case SQLITE_INTEGER:
            let integer = argument.integer
            switch argument.subtype {
            case .boolean: self = .boolean(integer != 0)
            case .unsigned: self = .unsigned(UInt64(bitPattern: integer))
            default: self = .integer(integer)
            }
        case SQLITE_FLOAT: self = .double(argument.double)
        case SQLITE_TEXT: self = .string(argument.bytes)
        case SQLITE_BLOB:
            let isData = argument.subtype == .data
            let bytes = argument.bytes
            if bytes.isEmpty, !isData {
                self = .null
                return
            }
            let storage = memory.borrow(bytes)
            let collection = LanguageCollection(document: storage)
            if isData {
                self = .data(collection)
            } else if storage.root?.kind == .array {
                self = .array(collection)
            } else {
                self = .dictionary(collection)
            }
        default: self = .missing
        }
    }
}

extension SQLiteResult {
    /// Sets the result of a function of the query language.
    ///
    /// - Parameters:
    ///   - value: The value that the function returns.
    ///   - memory: The memory of values that the function created. SQLite takes ownership of a
    ///     string in it.
    /// - Throws: ``FunctionFailure`` if the value is damaged or the query is interrupted.
    fileprivate func set(
        _ value: LanguageValue, from memory: ValueMemory
    ) throws(FunctionFailure) {
        switch value {
        case .unknown, .missing: setMissing()
        case .null: setNull()
        case .boolean(let boolean): set(boolean)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .unsigned(let bits):
            sqlite3_result_int64(context, Int64(bitPattern: bits))
            set(.unsigned)
        case .double(let number): sqlite3_result_double(context, number)
        case .string(let bytes):
            guard let start = bytes.baseAddress, memory.release(start) else {
                return set(text: bytes)
            }
            // SQLite frees the memory even if it rejects the string.
            sqlite3_result_text64(
                context, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                { free($0) }, UInt8(SQLITE_UTF8))
        case .array(let collection), .dictionary(let collection):
            try collection.withDocument(WorkMeter(interruption), set(blob:))
        case .data(let collection):
            try collection.withDocument(WorkMeter(interruption), set(blob:))
            set(.data)
        }
    }
}
