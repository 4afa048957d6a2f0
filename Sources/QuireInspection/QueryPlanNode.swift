/// A step of a query plan, and the steps within it.
package struct QueryPlanNode: Hashable, Sendable {
    /// The description of the step.
    package let text: String
    /// The steps within this step.
    package fileprivate(set) var children: [QueryPlanNode] = []

    /// The parts of an explanation.
    package struct Plan: Sendable {
        /// The statements that the engine runs.
        package let statements: String
        /// The outermost steps.
        package let steps: [QueryPlanNode]
        /// Remarks of the engine.
        package let remarks: String
    }

    /// Returns the parts of an explanation.
    ///
    /// Engines explain a query as paragraphs of text: statements, which begin with `SELECT` or
    /// `WITH`, then a paragraph with a line for each step, indented by its depth, and then remarks.
    ///
    /// - Parameter explanation: The explanation of an engine.
    /// - Returns: The parts.
    package static func plan(_ explanation: String) -> Plan {
        let paragraphs = explanation.split(separator: "\n\n").map {
            $0.split(separator: "\n")
        }
        let count = paragraphs.prefix { paragraph in
            ["SELECT ", "WITH "].contains { paragraph.first?.hasPrefix($0) ?? false }
        }.count
        func text(_ part: some Sequence<[Substring]>) -> String {
            part.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        }
        var lines = paragraphs.dropFirst(count).first?.map(Line.init)[...] ?? []
        return Plan(
            statements: text(paragraphs.prefix(count)), steps: nodes(&lines, deeperThan: -1),
            remarks: text(paragraphs.dropFirst(count + 1)))
    }

    private struct Line {
        let depth: Int
        let text: String

        init(_ line: Substring) {
            // PostgreSQL writes an arrow before each step.
            var text = line.drop { $0 == " " }
            if text.hasPrefix("->") { text = text.dropFirst(2).drop { $0 == " " } }
            depth = line.count - text.count
            self.text = String(text)
        }
    }

    private static func nodes(
        _ rest: inout ArraySlice<Line>, deeperThan depth: Int
    ) -> [QueryPlanNode] {
        var nodes: [QueryPlanNode] = []
        while let line = rest.first, line.depth > depth {
            rest.removeFirst()
            var node = QueryPlanNode(text: line.text)
            node.children = Self.nodes(&rest, deeperThan: line.depth)
            nodes.append(node)
        }
        return nodes
    }
}
