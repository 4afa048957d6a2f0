/// A comparison of two schemas of a model.
struct SchemaComparison {
    private let new: ModelSchema
    private let old: ModelSchema
    /// The old locations of moved keys, by their new locations.
    private let formerLocations: [String: String]
    private var movedAway: Set<String> = []
    private(set) var changes: [SchemaChange] = []

    init(new: ModelSchema, old: ModelSchema) {
        self.new = new
        self.old = old
        var former: [String: String] = [:]
        for renaming in new.renamings where renaming.version > old.version {
            former[renaming.to] = former.removeValue(forKey: renaming.from) ?? renaming.from
        }
        formerLocations = former
    }

    /// Determines the changes.
    mutating func run() {
        movedAway = Set(formerLocations.filter { location(of: $0.key, in: new) != nil }.values)
        compare(new.fields, old.fields, at: "")
        changes.sort {
            ($0.path, $0.kind.rawValue, $0.detail) < ($1.path, $1.kind.rawValue, $1.detail)
        }
    }

    private mutating func compare(_ new: [FieldSchema], _ old: [FieldSchema], at parent: String) {
        for field in new {
            let path = parent + field.key
            if let former = formerLocations[path], let oldField = location(of: former, in: self.old)
            {
                record(.renamed, at: path, detail: "from \(former)", isReadable: true)
                compare(field, oldField, at: path)
            } else if let oldField = old.first(where: { $0.key == field.key }) {
                compare(field, oldField, at: path)
            } else {
                added(field, at: path)
            }
        }
        for field in old where !new.contains(where: { $0.key == field.key }) {
            let path = parent + field.key
            if !movedAway.contains(path) {
                record(.dropped, at: path, detail: "it was \(field.type)", isReadable: true)
            }
        }
    }

    private mutating func added(_ field: FieldSchema, at path: String) {
        let isFilled = new.filledKeys.contains(path) || holdsMoved(path)
        let condition =
            field.isOptional
            ? "optional"
            : field.hasDefault
                ? "with a default" : isFilled ? "filled by a migration" : "required"
        record(
            .added, at: path, detail: "\(field.type), \(condition)",
            isReadable: condition != "required")
        // Also compare the values that a migration has moved into the new object.
        for inner in field.fields where holdsMoved("\(path).\(inner.key)") {
            compare([inner], [], at: path + ".")
        }
    }

    /// Returns whether a value was moved to a path or to a key below it.
    private func holdsMoved(_ path: String) -> Bool {
        formerLocations.keys.contains { $0 == path || $0.hasPrefix(path + ".") }
    }

    // MARK: One key

    private mutating func compare(_ new: FieldSchema, _ old: FieldSchema, at path: String) {
        if old.isOptional, !new.isOptional, !new.hasDefault {
            let isFilled = self.new.filledKeys.contains(path)
            record(
                .narrowed, at: path,
                detail: isFilled ? "required, filled by a migration" : "required",
                isReadable: isFilled)
        } else if new.isOptional, !old.isOptional {
            record(.widened, at: path, detail: "optional", isReadable: true)
        }
        guard new.type == old.type else { return compareTypes(new, old, at: path) }
        if new.type == .enumeration || new.type == .union { compareCases(new, old, at: path) }
        // If a schema shows no elements of an array or a dictionary, they count as unchanged.
        let holdsItems = new.type == .array || new.type == .dictionary
        guard !holdsItems || !new.fields.isEmpty && !old.fields.isEmpty else { return }
        compare(new.fields, old.fields, at: path + (new.type == .array ? "" : "."))
    }

    private mutating func compareTypes(_ new: FieldSchema, _ old: FieldSchema, at path: String) {
        let detail = "\(old.type) to \(new.type)"
        if new.type.holds(all: old.type) {
            record(.widened, at: path, detail: detail, isReadable: true)
        } else if old.type.holds(all: new.type) {
            record(.narrowed, at: path, detail: detail, isReadable: false)
        } else {
            record(.retyped, at: path, detail: detail, isReadable: false)
        }
    }

    private mutating func compareCases(_ new: FieldSchema, _ old: FieldSchema, at path: String) {
        let gone = Set(old.cases).subtracting(new.cases).sorted()
        let more = Set(new.cases).subtracting(old.cases).sorted()
        if !gone.isEmpty {
            record(
                .narrowed, at: path, detail: "without \(gone.joined(separator: ", "))",
                isReadable: false)
        }
        if !more.isEmpty {
            record(
                .widened, at: path, detail: "with \(more.joined(separator: ", "))", isReadable: true
            )
        }
    }

    private mutating func record(
        _ kind: SchemaChange.Kind, at path: String, detail: String, isReadable: Bool
    ) {
        changes.append(
            SchemaChange(kind: kind, path: path, detail: detail, isReadable: isReadable))
    }

    /// Returns the field at a path of keys separated by periods.
    private func location(of path: String, in schema: ModelSchema) -> FieldSchema? {
        var fields = schema.fields
        var found: FieldSchema?
        for key in path.split(separator: ".") {
            found = fields.first { $0.key == key }
            fields = found?.fields ?? []
        }
        return found
    }
}

extension StoredType {
    /// Returns whether all stored values of another type can be read as values of this type.
    fileprivate func holds(all other: StoredType) -> Bool {
        if let own = integer, let others = other.integer {
            guard own.isSigned || !others.isSigned else { return false }
            return own.bits - (own.isSigned ? 1 : 0) >= others.bits - (others.isSigned ? 1 : 0)
        }
        switch self {
        case .double: return other == .float || (other.integer?.bits ?? 64) <= 32
        case .decimal: return other.integer != nil || other == .double || other == .float
        case .string:
            return [.date, .uuid, .url, .enumeration].contains(other)
        default: return false
        }
    }

    private var integer: (bits: Int, isSigned: Bool)? {
        let isSigned = rawValue.hasPrefix("int")
        guard isSigned || rawValue.hasPrefix("uint"),
            let bits = Int(rawValue.dropFirst(isSigned ? 3 : 4))
        else { return nil }
        return (bits, isSigned)
    }
}
