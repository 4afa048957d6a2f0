// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let queryResultsJS = ####"""
/** The results of a query as a table, as JSON, as a chart, and with the query plan. */

import { ChartPanel } from "./chart-panel.js";
import { copyButton, saveFile } from "./clipboard.js";
import { showDialog } from "./dialog.js";
import { button, element, setChildren } from "./dom.js";
import { Grid } from "./grid.js";
import { writeJSON } from "./json.js";
import { COLOR_LIMIT, coloredJSON } from "./json-colors.js";
import { planPanel } from "./plan.js";
import { go, routeTo } from "./router.js";
import { sourcesOf } from "./sql-words.js";
import { recall, remember } from "./storage.js";
import { separatedText } from "./table-text.js";
import { Tree } from "./tree.js";
import { MISSING, kindOf, preview, valueElement } from "./values.js";

const TABS = [["table", "Table"], ["json", "JSON"], ["chart", "Chart"], ["plan", "Plan"]];
const JSON_LIMIT = 2_000_000;

export class QueryResults {
  /** `explain(sql)` returns a promise of the query plan. */
  constructor(app, explain) {
    this.app = app;
    this.explain = explain;
    this.tab = recall("results", "table");
    this.names = TABS.filter(([name]) => name !== "plan" || app.database.capabilities.explain !== false);
    this.tabs = this.names.map(([name, label]) => element("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "results-panel", text: label, data: { tab: name }, on: { click: () => this.choose(name) },
    }));
    this.tools = element("div", { class: "row results-tools" });
    this.panel = element("div", { class: "results-panel", role: "tabpanel", id: "results-panel", tabindex: -1 });
    const list = element("div", { class: "segments", role: "tablist", "aria-label": "Results", on: { keydown: (event) => this.key(event) } }, this.tabs);
    this.bar = element("div", { class: "results-bar" }, list, this.tools);
    this.element = element("div", { class: "results" }, this.bar, this.panel);
    this.choose(this.tab);
  }

  close() {
    this.closePanel?.();
  }

  key(event) {
    const change = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!change) return;
    event.preventDefault();
    const index = (this.names.findIndex(([name]) => name === this.tab) + change + this.names.length) % this.names.length;
    this.choose(this.names[index][0]);
    this.tabs[index].focus();
  }

  choose(tab) {
    this.tab = this.names.some(([name]) => name === tab) ? tab : "table";
    remember("results", this.tab);
    for (const node of this.tabs) {
      const isChosen = node.dataset.tab === this.tab;
      node.setAttribute("aria-selected", String(isChosen));
      node.tabIndex = isChosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.draw();
  }

  /** Shows the answer to a query. */
  show(answer, sql) {
    this.answer = answer;
    this.sql = sql;
    this.rows = answer.rows.map((row) => row.map((value) => (isMissing(value) ? MISSING : value)));
    this.draw();
  }

  draw() {
    this.closePanel?.();
    this.closePanel = null;
    setChildren(this.tools);
    if (!this.answer) {
      setChildren(this.panel, element("p", { class: "empty", text: "Run a query to see its results." }));
      return;
    }
    this[this.tab]();
  }

  table() {
    const { columns } = this.answer;
    const [source, ...others] = sourcesOf(this.sql);
    const collection = others.length ? null : source?.collection;
    const known = this.app.sidebar.collections.some(({ name }) => name === collection);
    const idColumn = known ? columns.findIndex((name) => name === "id" || name === "_id") : -1;
    const grid = new Grid({
      label: "Results", columns: columns.map((label, index) => ({ key: index, label, width: this.width(index) })),
      rowAt: (index) => this.rows[index],
      cell: (row, { key }) => {
        const value = row[key];
        if (key !== idColumn || typeof value !== "string") return valueElement(value);
        return element("a", { class: "id", tabindex: -1, href: routeTo(["d", collection, value]), text: value });
      },
      open: (row, column) => {
        const id = row[idColumn];
        if (column.key === idColumn && typeof id === "string") go(["d", collection, id]);
        else this.showRow(row);
      },
      resized: () => {},
    });
    setChildren(this.panel, grid.element);
    grid.setCount(this.rows.length);
    this.closePanel = () => grid.close();
    setChildren(this.tools, copyButton("Copy as TSV", () => separatedText(columns, this.rows, "\t"), "Rows copied"),
      button("Save as CSV", () => saveFile("results.csv", new Blob([separatedText(columns, this.rows, ",")])), { kind: "quiet", icon: "export" }));
    if (!this.rows.length) this.panel.append(element("p", { class: "empty", text: "The query has no results." }));
  }

  width(index) {
    const lengths = this.rows.slice(0, 50).map((row) => preview(row[index]).length);
    const longest = Math.max(this.answer.columns[index].length + 2, ...lengths);
    return Math.min(380, Math.max(90, longest * 8 + 24));
  }

  /** Shows a row as a tree. */
  showRow(row) {
    const tree = new Tree({ label: "Row", value: this.object(row) });
    return showDialog("Row", (close) => ({
      content: tree.element,
      buttons: [copyButton("Copy JSON", () => writeJSON(this.object(row), 2), "Row copied"), button("Close", () => close(), { kind: "primary" })],
      submit: () => close(),
    }), { isWide: true });
  }

  object(row) {
    const object = Object.create(null);
    this.answer.columns.forEach((name, index) => {
      if (row[index] !== MISSING) object[name] = row[index];
    });
    return object;
  }

  get text() {
    return writeJSON(this.rows.map((row) => this.object(row)), 2);
  }

  json() {
    const text = this.text;
    const isLong = text.length > JSON_LIMIT;
    const shown = isLong ? text.slice(0, JSON_LIMIT) + "\n…" : text;
    setChildren(this.panel, element("pre", { class: "code-block json-results", tabindex: 0, "aria-label": "Results as JSON" },
      shown.length <= COLOR_LIMIT ? coloredJSON(shown) : shown));
    setChildren(this.tools, copyButton("Copy", () => text, "Results copied"),
      button("Save", () => saveFile("results.json", new Blob([text])), { kind: "quiet", icon: "export" }));
  }

  chart() {
    const chart = new ChartPanel(this.answer.columns, this.rows);
    setChildren(this.tools, chart.controls);
    setChildren(this.panel, chart.element);
    this.closePanel = () => chart.close();
  }

  async plan() {
    setChildren(this.panel, element("p", { class: "loading", text: "Reading the query plan…" }));
    const { answer } = this;
    const panel = await planPanel(this.app, () => this.explain(this.sql));
    if (this.answer === answer && this.tab === "plan") setChildren(this.panel, panel);
  }
}

const isMissing = (value) => kindOf(value) === "object" && value.$missing === true;

"""####
}
