import Foundation

extension LanguageValue {
    /// The text that SQL converts the value to, or `nil` for null, collections and missing.
    ///
    /// LIKE and comparisons with a column of strings use this conversion. The operator `||` uses
    /// another form. A Boolean is converted to `0` or `1`.
    var convertedText: String? {
        switch self {
        case .unknown, .missing, .null, .data, .array, .dictionary: nil
        case .boolean(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .unsigned(let bits): String(Int64(bitPattern: bits))
        case .double(let value): Self.text(of: value)
        case .string: string
        }
    }

    /// Returns a floating-point number in SQLite's form: 15 digits, with a decimal point.
    private static func text(of number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-Inf" : "Inf" }
        if number == 0 { return "0.0" }
        let digits = String(format: "%.15g", number)
        if let exponent = digits.firstIndex(of: "e") {
            guard !digits.contains(".") else { return digits }
            return digits[..<exponent] + ".0" + digits[exponent...]
        }
        return digits.contains(".") ? digits : digits + ".0"
    }
}
