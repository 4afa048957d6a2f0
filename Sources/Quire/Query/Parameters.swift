import Fleece
public import Foundation

/// The values of a query's parameters, which stand in its text as `$name`.
///
/// ```swift
/// query.parameters = ["city": "Bergen", "limit": 20]
/// query.parameters = Parameters().setString("Bergen", forName: "city").setDate(day, forName: "day")
/// ```
///
/// What is set counts when the query runs: a mutable array, say, with the items that it has then.
public final class Parameters {
    private var values: [String: Any?] = [:]
    private let isReadOnly: Bool

    /// Makes an empty set of parameters.
    public init() {
        isReadOnly = false
    }

    /// Makes a copy that can be changed.
    ///
    /// - Parameter parameters: The parameters to copy; `nil` for none.
    public convenience init(parameters: Parameters?) {
        self.init(parameters ?? Parameters(), isReadOnly: false)
    }

    package init(_ parameters: Parameters, isReadOnly: Bool) {
        values = parameters.values
        self.isReadOnly = isReadOnly
    }

    /// The names of the parameters that have a value, null among them.
    var names: some Collection<String> { values.keys }

    /// Returns a parameter's value as it was set: a `Date` is a `Date`, an object the same object.
    ///
    /// - Parameter name: The parameter's name, without the dollar sign.
    /// - Returns: The value, or `nil` if it is null or was not set.
    public func value(forName name: String) -> Any? {
        values[name] ?? nil
    }

    /// Sets a value of any kind.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`, a string, number, truth value, date, data, blob, or a
    ///     collection of such.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    /// - Precondition: The parameters are not those that a query has: set ``Query/parameters`` anew.
    @discardableResult
    public func setValue(_ value: Any?, forName name: String) -> Parameters {
        precondition(!isReadOnly, "The parameters of a query cannot be changed, only set anew.")
        values.updateValue(value, forKey: name)
        return self
    }

    /// Sets a value written in Swift.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func set(_ value: Value, forName name: String) -> Parameters {
        setValue(value.native, forName: name)
    }

    /// A parameter's value as a Fleece document, or `nil` if there is none.
    ///
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the value cannot be stored.
    func encoded(_ name: String) throws -> [UInt8]? {
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

// The typed setters, a line each.
extension Parameters {
    /// Sets a text.
    ///
    /// - Parameters:
    ///   - value: The text, or `nil` for null.
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

    /// Sets a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - name: The parameter's name, without the dollar sign.
    /// - Returns: These parameters.
    @discardableResult
    public func setBoolean(_ value: Bool, forName name: String) -> Parameters {
        setValue(value, forName: name)
    }

    /// Sets a date, which is compared as the text that documents have for it.
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
    /// A blob that was never saved is not saved by this; its content is part of the value.
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
