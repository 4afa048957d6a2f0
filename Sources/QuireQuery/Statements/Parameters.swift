import Fleece
public import Foundation

/// The values of a query's parameters, which the query refers to as `$name`.
///
/// ```swift
/// query.parameters = ["city": "Bergen", "limit": 20]
/// query.parameters = Parameters()
///     .setString("Bergen", forName: "city")
///     .setDate(day, forName: "day")
/// ```
///
/// The values are read when the query runs. For example, a mutable array has the items that it
/// contains at that time.
public final class Parameters {
    private var values: [String: Any?] = [:]
    private let isReadOnly: Bool

    /// Creates an empty set of parameters.
    public init() {
        isReadOnly = false
    }

    /// Creates a mutable copy of parameters.
    ///
    /// - Parameter parameters: The parameters to copy, or `nil` for an empty set.
    public convenience init(parameters: Parameters?) {
        self.init(parameters ?? Parameters(), isReadOnly: false)
    }

    package init(_ parameters: Parameters, isReadOnly: Bool) {
        values = parameters.values
        self.isReadOnly = isReadOnly
    }

    /// The names of the parameters that have a value, including null.
    package var names: some Collection<String> { values.keys }

    /// Returns the value that was set for a parameter, without conversion.
    ///
    /// - Parameter name: The parameter's name, without the dollar sign.
    /// - Returns: The value, or `nil` if it is null or was not set.
    public func value(forName name: String) -> Any? {
        values[name] ?? nil
    }

    /// Sets a value of any supported type.
    ///
    /// ```swift
    /// query.parameters = Parameters()
    ///     .setValue("Bergen", forName: "city")
    ///     .setValue(20, forName: "limit")
    /// ```
    ///
    /// - Parameters:
    ///   - value: `nil`, `NSNull`, a string, number, Boolean, date, data or blob, a collection of these, or a
    ///     ``Vector``.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    /// - Precondition: The parameters don't belong to a query. To change a query's parameters,
    ///   assign to ``Query/parameters``.
    @discardableResult
    public func setValue(_ value: Any?, forName name: String) -> Parameters {
        precondition(!isReadOnly, "The parameters of a query are read-only; assign new ones.")
        let vector = (value as? Vector).map { VectorReader.bytes(of: $0.numbers) }
        values.updateValue(vector ?? value, forKey: name)
        return self
    }

    /// Sets a value from a Swift literal or enumeration case.
    ///
    /// - Parameters:
    ///   - value: A literal or a case, such as `.null`.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func set(_ value: Value, forName name: String) -> Parameters {
        setValue(value.native, forName: name)
    }

    /// Returns the value of a parameter as a Fleece document, or `nil` if it has no value.
    ///
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the value cannot be stored.
    package func encoded(_ name: String) throws -> [UInt8]? {
        guard let value = values[name] else { return nil }
        let writer = FleeceWriter()
        do {
            var contents = ContentWriter(
                writer, puttingBlobsInto: nil, isStrict: true, inlinesBlobs: true)
            try contents.write(DocumentValue.Form(any: value), blobs: nil, key: name)
            return try writer.finish()
        } catch {
            throw QuireError(
                .invalidQueryParameter, "The query's parameter $\(name) cannot be stored: \(error)",
                underlyingError: error)
        }
    }
}

// Typed setters.
extension Parameters {
    /// Sets a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setString(_ value: String?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setNumber(_ value: NSNumber?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setInt(_ value: Int, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The integer.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setInt64(_ value: Int64, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a floating-point number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setFloat(_ value: Float, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a floating-point number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setDouble(_ value: Double, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setBoolean(_ value: Bool, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a date.
    ///
    /// The query compares it as a string, in the form in which documents store dates.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setDate(_ value: Date?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a blob.
    ///
    /// The content of an unsaved blob becomes part of the value; the blob is not saved.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setBlob(_ value: Blob?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setArray(_ value: ArrayObject?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }
}
