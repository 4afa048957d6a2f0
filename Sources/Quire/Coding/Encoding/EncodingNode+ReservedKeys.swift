import Fleece

// Checks of the keys at the top level of a document that is saved.

extension EncodingNode {
    /// Checks a key at the top level.
    func checkReserved(_ key: String) {
        guard ReservedKeys.contain(key) else { return }
        session.withObject { session in
            guard let rules = session.reservedKeys else { return }
            guard !rules.accept(key, in: "A model") else { return }
            let error = ReservedKeys.error(key, in: "the model")
            session.record(
                .invalidValue(
                    key,
                    EncodingError.Context(
                        codingPath: [PositionKey(stringValue: key)],
                        debugDescription: error.message, underlyingError: error)))
        }
    }

    /// Checks the keys of a dictionary that was encoded as one value.
    func checkReservedItems() {
        for index in stride(from: 0, to: itemCount, by: 2) {
            if let key = name(ofKey: items[index]) { checkReserved(key) }
        }
    }

    private func name(ofKey slot: FleeceSlot) -> String? {
        switch identity(of: slot) {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .number(let number):
            session.withObject {
                $0.writer.withObject { $0.sharedKeys?.snapshot.name(for: number) }
            }
        }
    }
}

extension EncodingError {
    /// The reason, if a model was refused because of a reserved key.
    func reservedKeyError(in model: Any.Type) -> QuireError? {
        guard case .invalidValue(let key, let context) = self,
            (context.underlyingError as? QuireError)?.code == .corruptRevisionData
        else { return nil }
        return ReservedKeys.error("\(key)", in: "\(model)")
    }
}
