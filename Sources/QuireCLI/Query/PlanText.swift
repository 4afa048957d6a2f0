import Quire
import QuireInspection

/// The text form of query plans and of advice on indexes.
enum PlanText {
    /// Returns an explanation with its steps drawn as a tree.
    static func tree(_ explanation: String) -> String {
        let plan = QueryPlanNode.plan(explanation)
        let parts = [plan.statements, lines(plan.steps, margin: ""), plan.remarks]
        return parts.filter { !$0.isEmpty }.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }
            .joined(separator: "\n")
    }

    private static func lines(_ nodes: [QueryPlanNode], margin: String) -> String {
        var text = ""
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            text += margin + (isLast ? "└─ " : "├─ ") + node.text + "\n"
            text += lines(node.children, margin: margin + (isLast ? "   " : "│  "))
        }
        return text
    }

    /// Returns the commands and the code that create an index.
    ///
    /// - Parameters:
    ///   - advice: The index.
    ///   - database: The path of the database.
    /// - Returns: The lines.
    static func text(of advice: IndexAdvice, database: String) -> String {
        let collection = QualifiedCollectionName(advice.collection)
        let option = collection.isDefault ? "" : " -c \(quoted(collection.description))"
        let properties = advice.properties.map(quoted).joined(separator: " ")
        let strings = advice.properties.map(\.debugDescription).joined(separator: ", ")
        return """
            An index would help:
              quire index create \(quoted(database)) \(quoted(advice.name)) \(properties)\(option)
            or, in Swift:
              try collection.createIndex(
                  withName: \(advice.name.debugDescription), config: ValueIndexConfiguration([\(strings)]))

            """
    }

    /// Returns a word quoted for a shell if necessary.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
