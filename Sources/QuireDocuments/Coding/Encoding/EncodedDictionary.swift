import Fleece
import QuirePlatform

extension Dictionary: EncodedCollection where Key: Encodable, Value: Encodable {
    package func encode(into node: EncodingNode) throws {
        guard let form = DictionaryKeyForm.of(Key.self) else { return try encodeInTurn(into: node) }
        node.content = .dictionary
        let type = node.session.withObject { $0.type(Value.self) }
        let pairs = map { (key: form.text($0.key), value: $0.value) }
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

    /// Encodes the dictionary as an array of alternating keys and values.
    ///
    /// The standard library encodes dictionaries with such keys in the same way.
    private func encodeInTurn(into node: EncodingNode) throws {
        node.content = .array
        if node.isForOrder {
            for form in try node.storedForms(Array(self), \.key) {
                try node.append(form.bytes)
                try node.append(node.slot(of: form.item.value, PathStep(index: node.count)))
            }
            return
        }
        for pair in try node.sortedByStoredForm(Array(self), \.key) {
            try node.append(node.slot(of: pair.key, PathStep(index: node.count)))
            try node.append(node.slot(of: pair.value, PathStep(index: node.count)))
        }
    }
}
