/// A line chart over the number of documents, with adjacent panels and logarithmic axes.
struct LineChart {
    struct Line {
        let title: String
        let points: [(x: Double, y: Double)]
    }

    struct Panel {
        let title: String
        /// Formats a value of the vertical axis.
        let label: (Double) -> String
        let lines: [Line]
    }

    /// The panels, which have the same lines in the same order and share a legend.
    let panels: [Panel]

    // Colors that people with color blindness can distinguish.
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]
    private static let (panelWidth, height) = (480.0, 420.0)
    private static let (left, right, top, bottom) = (72.0, 24.0, 88.0, 56.0)

    var svg: String {
        let width = Self.panelWidth * Double(panels.count)
        let background = SVGElement(
            "rect",
            [
                "width": SVGElement.number(width), "height": SVGElement.number(Self.height),
                "fill": "#ffffff",
            ])
        return SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox":
                    "0 0 \(SVGElement.number(width)) \(SVGElement.number(Self.height))",
                "font-family": "Helvetica, Arial, sans-serif",
            ],
            [background] + legend(width: width)
                + panels.enumerated().flatMap { index, panel in
                    elements(of: panel, offset: Double(index) * Self.panelWidth)
                }
        ).markup()
    }

    private func legend(width: Double) -> [SVGElement] {
        let titles = panels.first?.lines.map(\.title) ?? []
        let step = (width - Self.left) / Double(max(1, titles.count))
        return titles.enumerated().flatMap { index, title in
            let x = Self.left + Double(index) * step
            let colour = Self.colour(index)
            return [
                SVGElement.line(from: (x, 26), to: (x + 28, 26), colour: colour, width: 2),
                SVGElement.dot(at: (x + 14, 26), colour: colour),
                SVGElement.text(title, at: (x + 36, 30)),
            ]
        }
    }

    private func elements(of panel: Panel, offset: Double) -> [SVGElement] {
        let points = panel.lines.flatMap(\.points)
        let horizontal = LogarithmicAxis(
            points.map(\.x), start: offset + Self.left,
            end: offset + Self.panelWidth - Self.right)
        let vertical = LogarithmicAxis(
            points.map(\.y), start: Self.height - Self.bottom, end: Self.top)
        return [
            SVGElement.text(
                panel.title, at: (horizontal.start, Self.top - 20), size: 15, weight: "bold")
        ] + grid(horizontal, vertical, panel.label)
            + panel.lines.enumerated().flatMap { index, line in
                let points = line.points.map {
                    (x: horizontal.position($0.x), y: vertical.position($0.y))
                }
                let colour = Self.colour(index)
                return [SVGElement.polyline(points, colour: colour)]
                    + points.map { SVGElement.dot(at: $0, colour: colour) }
            }
    }

    private func grid(
        _ horizontal: LogarithmicAxis, _ vertical: LogarithmicAxis, _ label: (Double) -> String
    ) -> [SVGElement] {
        let rows = vertical.ticks.flatMap { tick in
            let y = vertical.position(tick)
            return [
                SVGElement.line(
                    from: (horizontal.start, y), to: (horizontal.end, y), colour: "#dddddd"),
                SVGElement.text(label(tick), at: (horizontal.start - 8, y + 4), anchor: "end"),
            ]
        }
        let columns = horizontal.ticks.flatMap { tick in
            let x = horizontal.position(tick)
            return [
                SVGElement.line(
                    from: (x, vertical.start), to: (x, vertical.end), colour: "#dddddd"),
                SVGElement.text(
                    Scale.count(tick), at: (x, vertical.start + 20), anchor: "middle"),
            ]
        }
        let caption = SVGElement.text(
            "documents in the database",
            at: ((horizontal.start + horizontal.end) / 2, vertical.start + 42), anchor: "middle")
        return rows + columns + [caption]
    }

    private static func colour(_ index: Int) -> String { colours[index % colours.count] }
}
