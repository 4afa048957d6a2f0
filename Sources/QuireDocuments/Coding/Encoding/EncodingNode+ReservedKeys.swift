import Fleece
import QuirePlatform

// Checks of the top-level keys of a model that is encoded to be saved.

extension EncodingNode {
    /// Records an error if a top-level key is reserved and the session's rules reject it.
    func checkReserved(_ key: String) {
        guard DocumentRules.contain(key) else { return }
        session.withObject { session in
            guard let rules = session.documentRules else { return }
            guard !rules.accept(key, in: "A model") else { return }
            let error = DocumentRules.error(key, in: "the model")
            session.record(
                .invalidValue(
                    key,
                    EncodingError.Context(
                        codingPath: [PositionKey(stringValue: key)],
                        debugDescription: error.message, underlyingError: error)))
        }
    }

    /// Checks the top-level keys of a dictionary that was encoded as a single value.
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
    /// Returns the error that names the model type, if the cause of this error is a reserved key.
    package func reservedKeyError(in model: Any.Type) -> QuireError? {
        guard case .invalidValue(let key, let context) = self,
            (context.underlyingError as? QuireError)?.code == .corruptRevisionData
        else { return nil }
        return DocumentRules.error("\(key)", in: "\(model)")
    }
}
