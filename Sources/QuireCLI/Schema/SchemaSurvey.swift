import Quire

/// The shapes of a collection's documents, by their type.
struct SchemaSurvey {
    /// The documents of one type.
    struct DocumentType {
        /// The type's name, or `nil` of documents that say none.
        let name: String?
        let shape: Shape
    }

    private let typeKey: String
    private(set) var types: [DocumentType] = []
    private var indexes: [String?: Int] = [:]

    /// Begins a survey.
    ///
    /// - Parameter typeKey: The key under which documents say their type.
    init(typeKey: String) {
        self.typeKey = typeKey
    }

    /// Adds a document.
    mutating func add(_ document: DocumentRecord) {
        let name = document.body[typeKey]?.string
        let index = indexes[name] ?? types.count
        if index == types.count {
            types.append(DocumentType(name: name, shape: Shape()))
            indexes[name] = index
        }
        types[index].shape.add(document.body.value)
    }

    /// The titles of ``rows()``.
    static let titles = ["type", "path", "kinds", "count", "example"]

    /// A row a place: how many values there are, and what they are.
    ///
    /// - Parameter exampleWidth: How many columns of text an example takes up at most.
    /// - Returns: The rows, type by type.
    func rows(exampleWidth: Int? = nil) -> [[Cell]] {
        types.flatMap { type -> [[Cell]] in
            var rows: [[Cell]] = [
                [Cell(type.name), .missing, .text("object"), Cell(type.shape.count), .missing]
            ]
            add(type.shape, "", type.name, to: &rows)
            guard let exampleWidth else { return rows }
            return rows.map { $0.dropLast() + [Self.cut($0.last, to: exampleWidth)] }
        }
    }

    private func add(_ shape: Shape, _ path: String, _ type: String?, to rows: inout [[Cell]]) {
        for (key, field) in shape.fields {
            let name = path.isEmpty ? key : "\(path).\(key)"
            rows.append(row(field, name, type))
            add(field, name, type, to: &rows)
        }
        if let items = shape.items, items.count > 0 {
            let name = "\(path)[]"
            // Items that are no collections are told of with their array.
            if items.presentKinds.contains(.object) || items.presentKinds.contains(.array) {
                add(items, name, type, to: &rows)
            }
        }
    }

    private static func cut(_ example: Cell?, to width: Int) -> Cell {
        guard case .json(let text)? = example else { return example ?? .missing }
        return .json(PlainText.cut(text, to: width))
    }

    private func row(_ shape: Shape, _ path: String, _ type: String?) -> [Cell] {
        [
            Cell(type), .text(path), .text(Self.kinds(shape)), Cell(shape.count),
            (shape.example ?? shape.items?.example).map(Cell.json) ?? .missing,
        ]
    }

    /// The kinds of a shape's values: `string (uri), null`, `array of string`.
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
