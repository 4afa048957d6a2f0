import Fleece

extension Dictionary: EncodedCollection where Key: Encodable, Value: Encodable {
    static func encode<Whole>(_ value: Whole, into node: EncodingNode) throws {
        let dictionary = same(value, as: Self.self)
        guard let form = DictionaryKeyForm.of(Key.self) else {
            return try encode(inTurn: dictionary, into: node)
        }
        node.content = .dictionary
        let type = node.session._withUnsafeGuaranteedRef { $0.type(Value.self) }
        let pairs = dictionary.map { (key: form.text($0.key), value: $0.value) }
            .sorted { precedesByBytes($0.key, $1.key) }
        for pair in pairs {
            let key = node.write { $0.encodeKey(pair.key) }
            try node.append(
                key,
                node.slot(
                    of: pair.value, type,
                    PathStep(DictionaryKey(pair.key, isInteger: form.isInteger))))
        }
    }

    /// As the standard library does it for keys that cannot be keys of an object.
    private static func encode(inTurn dictionary: Self, into node: EncodingNode) throws {
        node.content = .array
        if node.isForOrder {
            for form in try node.storedForms(Array(dictionary), \.key) {
                try node.append(form.bytes)
                try node.append(node.slot(of: form.item.value, PathStep(index: node.count)))
            }
            return
        }
        for pair in try node.sortedByStoredForm(Array(dictionary), \.key) {
            try node.append(node.slot(of: pair.key, PathStep(index: node.count)))
            try node.append(node.slot(of: pair.value, PathStep(index: node.count)))
        }
    }
}
