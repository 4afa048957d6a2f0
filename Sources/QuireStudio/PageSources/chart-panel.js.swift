// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let chartPanelJS = ####"""
/** A chart of query results with the choice of its type and its columns. */

import { columnKinds, proposeChart } from "./chart-data.js";
import { drawChart } from "./chart.js";
import { choice, element, setChildren } from "./dom.js";

const TYPES = [["bar", "Bars"], ["line", "Line"], ["scatter", "Scatter"], ["points", "Map points"]];
const MAXIMUM_POINTS = 5000;

export class ChartPanel {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows.slice(0, MAXIMUM_POINTS);
    this.kinds = columnKinds(columns, this.rows);
    this.chart = proposeChart(this.kinds);
    this.element = element("div", { class: "chart-place" });
    this.controls = this.chart ? this.createControls() : null;
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  close() {
    this.observer.disconnect();
  }

  createControls() {
    const numbers = this.kinds.filter(({ kind }) => kind === "number").map(({ index, name }) => [String(index), name]);
    const all = [["", "row number"], ...this.kinds.map(({ index, name }) => [String(index), name])];
    const set = (property, isColumn) => (value) => {
      this.chart[property] = isColumn ? (value === "" ? null : Number(value)) : value;
      this.draw();
    };
    const labeled = (label, control) => element("label", { class: "inline-field" }, element("span", { text: label }), control);
    return element("div", { class: "row" },
      labeled("Chart", choice(TYPES, this.chart.type, set("type", false))),
      labeled("Across", choice(all, this.chart.x === null ? "" : String(this.chart.x), set("x", true))),
      labeled("Up", choice(numbers, String(this.chart.y), set("y", true))));
  }

  draw() {
    if (!this.chart) {
      setChildren(this.element, element("p", { class: "empty", text: "The results have no column of numbers." }));
      return;
    }
    const width = Math.max(280, this.element.clientWidth - 32);
    const height = Math.max(240, this.element.clientHeight - 32);
    const isDate = this.chart.x !== null && this.kinds[this.chart.x].kind === "date";
    setChildren(this.element, drawChart({ ...this.chart, columns: this.columns, rows: this.rows, isDate, width, height }));
  }
}

"""####
}
