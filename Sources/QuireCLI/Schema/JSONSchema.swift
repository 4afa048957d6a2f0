import QuireFormats
import QuireInspection

/// A survey in the form of JSON Schema, draft 2020-12.
///
/// It describes the existing documents: every document of the survey satisfies the schema.
struct JSONSchema {
    let survey: SchemaSurvey
    let typeKey: String
    let title: String

    /// The schema as a JSON object.
    var node: JSONNode {
        let names = survey.types.map { $0.name ?? "untyped" }
        return .object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)),
            ("anyOf", .array(names.map { .object([("$ref", .string(Self.pointer(to: $0)))]) })),
            (
                "$defs",
                .object(
                    zip(names, survey.types).map { name, type in
                        (name, definition(type.shape, type: type.name))
                    })
            ),
        ])
    }

    /// Returns a reference to a definition, escaped as a JSON pointer in a URI.
    private static func pointer(to name: String) -> String {
        let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
        let allowed = escaped.utf8.map { byte -> String in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~")]
                    .contains(byte)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }
        return "#/$defs/" + allowed.joined()
    }

    private func definition(_ shape: Shape, type: String? = nil) -> JSONNode {
        var pairs: [(key: String, value: JSONNode)] = []
        let kinds = shape.presentKinds.map(\.rawValue)
        // Every integer is also a number.
        let distinct = kinds.contains("number") ? kinds.filter { $0 != "integer" } : kinds
        if distinct.count == 1 {
            pairs.append(("type", .string(distinct[0])))
        } else if !distinct.isEmpty {
            pairs.append(("type", .array(distinct.map { .string($0) })))
        }
        if let format = shape.format {
            pairs.append(
                format.isBase64
                    ? ("contentEncoding", .string("base64")) : ("format", .string(format.rawValue)))
        }
        if shape.isDictionary, !shape.fields.isEmpty {
            pairs.append(("additionalProperties", definition(shape.fields[0].shape)))
        } else if shape.kinds[.object] != nil {
            pairs += properties(of: shape, type: type)
        }
        if let items = shape.items, items.count > 0 { pairs.append(("items", definition(items))) }
        return .object(pairs)
    }

    private func properties(of shape: Shape, type: String?) -> [(key: String, value: JSONNode)] {
        let properties = shape.fields.map { key, field -> (key: String, value: JSONNode) in
            if let type, key == typeKey { return (key, .object([("const", .string(type))])) }
            return (key, definition(field))
        }
        let all = shape.kinds[.object]
        let required = shape.fields.filter { $0.shape.count == all }.map(\.key)
        var pairs: [(key: String, value: JSONNode)] = [("properties", .object(properties))]
        if !required.isEmpty { pairs.append(("required", .array(required.map { .string($0) }))) }
        return pairs
    }
}
