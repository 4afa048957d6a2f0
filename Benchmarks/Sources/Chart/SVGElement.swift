import Foundation

/// An SVG element.
struct SVGElement {
    let name: String
    let attributes: KeyValuePairs<String, String>
    var text = ""
    var children: [SVGElement] = []

    init(
        _ name: String, _ attributes: KeyValuePairs<String, String>, text: String = "",
        _ children: [SVGElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// Returns the markup of the element and its children, one element per line.
    func markup(indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        let start =
            margin + "<\(name)"
            + attributes.map { #" \#($0)="\#(Self.escaped($1))""# }.joined()
        if children.isEmpty {
            return start + (text.isEmpty ? "/>\n" : ">\(Self.escaped(text))</\(name)>\n")
        }
        return start + ">\n" + children.map { $0.markup(indent: indent + 2) }.joined()
            + "\(margin)</\(name)>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }

    // MARK: Shapes

    static func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), colour: String,
        width: Double = 1
    ) -> SVGElement {
        SVGElement(
            "line",
            [
                "x1": number(start.x), "y1": number(start.y), "x2": number(end.x),
                "y2": number(end.y), "stroke": colour, "stroke-width": number(width),
            ])
    }

    static func polyline(_ points: [(x: Double, y: Double)], colour: String) -> SVGElement {
        SVGElement(
            "polyline",
            [
                "points": points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " "),
                "fill": "none", "stroke": colour, "stroke-width": "2",
            ])
    }

    static func dot(at point: (x: Double, y: Double), colour: String) -> SVGElement {
        SVGElement(
            "circle", ["cx": number(point.x), "cy": number(point.y), "r": "4", "fill": colour])
    }

    /// Returns a text element with its anchor (`start`, `middle`, `end`) at a point.
    static func text(
        _ text: String, at point: (x: Double, y: Double), anchor: String = "start",
        size: Double = 13, weight: String = "normal"
    ) -> SVGElement {
        SVGElement(
            "text",
            [
                "x": number(point.x), "y": number(point.y), "text-anchor": anchor,
                "font-size": number(size), "font-weight": weight, "fill": "#222222",
            ], text: text)
    }

    /// Formats a coordinate with screen precision.
    static func number(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
