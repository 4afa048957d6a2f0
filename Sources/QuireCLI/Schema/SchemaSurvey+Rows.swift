import QuireFormats
import QuireInspection

extension SchemaSurvey {
    /// The column names of ``rows()``.
    static let titles = ["type", "path", "kinds", "count", "example"]

    /// Returns one row per property path, with the count and kinds of its values.
    ///
    /// - Parameter exampleWidth: The maximum number of columns of an example, or `nil` for no
    ///   limit.
    /// - Returns: The rows, grouped by type.
    func rows(exampleWidth: Int? = nil) -> [[Cell]] {
        types.flatMap { type -> [[Cell]] in
            var rows: [[Cell]] = [
                [Cell(type.name), .missing, .text("object"), Cell(type.shape.count), .missing]
            ]
            addRows(of: type.shape, at: "", type: type.name, to: &rows)
            guard let exampleWidth else { return rows }
            return rows.map { $0.dropLast() + [Self.cut($0.last, to: exampleWidth)] }
        }
    }

    private func addRows(of shape: Shape, at path: String, type: String?, to rows: inout [[Cell]]) {
        for (key, field) in shape.fields {
            let name = path.isEmpty ? key : "\(path).\(key)"
            rows.append(row(of: field, at: name, type: type))
            addRows(of: field, at: name, type: type, to: &rows)
        }
        if let items = shape.items, items.count > 0 {
            let name = "\(path)[]"
            // Scalar items are described in the row of their array.
            if items.presentKinds.contains(.object) || items.presentKinds.contains(.array) {
                addRows(of: items, at: name, type: type, to: &rows)
            }
        }
    }

    private static func cut(_ example: Cell?, to width: Int) -> Cell {
        guard case .json(let text)? = example else { return example ?? .missing }
        return .json(PlainText.cut(text, to: width))
    }

    private func row(of shape: Shape, at path: String, type: String?) -> [Cell] {
        [
            Cell(type), .text(path), .text(Self.kinds(shape)), Cell(shape.count),
            (shape.example ?? shape.items?.example).map(Cell.json) ?? .missing,
        ]
    }

    /// Returns the kinds of a shape's values: `string (uri), null`, `array of string`.
    private static func kinds(_ shape: Shape) -> String {
        shape.presentKinds.map { kind in
            switch kind {
            case .string: shape.format.map { "string (\($0.rawValue))" } ?? "string"
            case .array:
                if let items = shape.items, items.count > 0 {
                    "array of \(items.presentKinds.map(\.rawValue).joined(separator: " or "))"
                } else {
                    "array"
                }
            default: kind.rawValue
            }
        }.joined(separator: ", ")
    }
}
