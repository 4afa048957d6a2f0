/// A marker that the workload of the command `power` adds to the recording.
enum PowerMarker {
    /// A batch was saved.
    case acknowledgement(Acknowledgement)
    /// The creation of a database returned.
    case created(String)
    /// Copying the shared database returned.
    case copied(String)
    /// The deletion of a database begins.
    case deleting(String)
    /// The deletion of a database returned.
    case deleted(String)

    /// Adds the marker to the recording.
    func record() {
        let text =
            switch self {
            case .acknowledgement(let acknowledgement): acknowledgement.line
            case .created(let name): "CREATED \(name)"
            case .copied(let name): "COPIED \(name)"
            case .deleting(let name): "DELETING \(name)"
            case .deleted(let name): "DELETED \(name)"
            }
        OperationRecording.mark(text)
    }

    /// Reads a marker.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        switch words.first {
        case "CREATED": self = .created(String(words[1]))
        case "COPIED": self = .copied(String(words[1]))
        case "DELETING": self = .deleting(String(words[1]))
        case "DELETED": self = .deleted(String(words[1]))
        default:
            guard let acknowledgement = Acknowledgement(text[...]) else { return nil }
            self = .acknowledgement(acknowledgement)
        }
    }
}
