// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let queryScreenJS = ####"""
/** The screen with the query console. */

import { post } from "./api.js";
import { completer, collectionText } from "./completion.js";
import { button, element, field, setChildren } from "./dom.js";
import { showDialog } from "./dialog.js";
import { parseValue } from "./filter-model.js";
import { addToHistory, clearHistory, history } from "./query-history.js";
import { QueryResults } from "./query-results.js";
import { SQLEditor } from "./sql-editor.js";
import { indexOfByte, parameterNames } from "./sql-words.js";
import { recall, remember } from "./storage.js";
import { counted, formatTime } from "./values.js";

const LIMITS = [100, 1000, 5000, 10000];
const TIMEOUT = 30;

export class QueryScreen {
  constructor(app, parameters) {
    this.app = app;
    this.title = "Query console";
    this.values = {};
    this.build();
    const state = app.consoleState;
    const sql = parameters.get("sql");
    if (state) {
      this.values = state.values;
      this.editor.text = sql ?? state.text;
      if (!sql && state.answer) {
        this.results.show(state.answer, state.text);
        this.state.textContent = state.status;
      }
    } else {
      this.editor.text = sql ?? history(app.database.name)[0]?.sql ?? "";
    }
    this.runsFirst = sql !== null;
  }

  build() {
    this.editor = new SQLEditor({
      complete: completer(() => this.app.sidebar.collections), run: () => this.run(), changed: () => this.showParameters(),
    });
    this.parameters = element("div", { class: "parameters", role: "group", "aria-label": "Parameters", hidden: true });
    this.runButton = button("Run", () => this.run(), { kind: "primary", icon: "run", title: "Run (Ctrl+Enter)" });
    this.stopButton = button("Cancel", () => this.cancel(), { icon: "stop", hidden: true });
    this.limit = element("select", { class: "input", "aria-label": "Limit of rows", on: { change: () => remember("limit", Number(this.limit.value)) } },
      LIMITS.map((count) => element("option", { value: count, text: counted(count, "row") })));
    this.limit.value = LIMITS.includes(recall("limit", 1000)) ? recall("limit", 1000) : 1000;
    this.state = element("span", { class: "count", role: "status" });
    this.problem = element("div", { class: "query-problem", role: "alert", hidden: true });
    this.results = new QueryResults(this.app, (sql) => this.explain(sql));
    this.element = element("section", { class: "screen query", "aria-labelledby": "screen-title", on: { keydown: (event) => event.key === "Escape" && this.cancel() } },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: "Query console" }),
        element("div", { class: "toolbar", role: "toolbar", "aria-label": "Query" },
          button("History", () => this.showHistory(), { icon: "history" }), this.limit, this.stopButton, this.runButton)),
      element("div", { class: "query-input" }, this.editor.element,
        element("p", { class: "hint", id: "query-hint", text: "Ctrl+Enter runs the query, Ctrl+Space completes, and Tab accepts a completion." }), this.parameters, this.problem),
      this.results.element,
      element("footer", { class: "status" }, this.state));
  }

  async open() {
    if (!this.editor.text) {
      const collections = this.app.sidebar.collections.length ? this.app.sidebar.collections : [{ scope: "_default", collection: "_default", count: 0 }];
      const largest = collections.reduce((a, b) => (Number(b.count) > Number(a.count) ? b : a));
      this.editor.text = `SELECT META().id, *\nFROM ${collectionText(largest)}\nLIMIT 20`;
    }
    if (this.runsFirst) await this.run();
  }

  focus() {
    this.editor.area.focus();
  }

  close() {
    this.cancel();
    this.app.consoleState = { text: this.editor.text, values: this.values, answer: this.results.answer, status: this.state.textContent };
    this.results.close();
  }

  /** Shows a field for each parameter of the query. */
  showParameters() {
    const names = parameterNames(this.editor.text);
    if (names.join() === this.names) return;
    this.names = names.join();
    this.parameters.hidden = names.length === 0;
    setChildren(this.parameters, names.map((name) => {
      const input = element("input", { class: "input", value: this.values[name] ?? "", placeholder: "value", spellcheck: "false", on: {
        input: () => (this.values[name] = input.value),
        keydown: (event) => event.key === "Enter" && this.run(),
      } });
      return field(`$${name}`, input);
    }));
  }

  get parameterValues() {
    const result = {};
    for (const name of parameterNames(this.editor.text)) result[name] = parseValue(this.values[name] ?? "", "=", null);
    return result;
  }

  async run() {
    const sql = this.editor.text.trim();
    if (!sql) return this.editor.area.focus();
    this.cancel();
    const abort = (this.abort = new AbortController());
    const started = performance.now();
    this.stopButton.hidden = false;
    this.problem.hidden = true;
    const timer = setInterval(() => (this.state.textContent = `Running for ${formatTime((performance.now() - started) / 1000)}`), 200);
    try {
      const answer = await post("query", { sql, parameters: this.parameterValues, limit: Number(this.limit.value), timeout: TIMEOUT }, abort.signal);
      addToHistory(this.app.database.name, sql, { ...this.values });
      this.results.show(answer, sql);
      const rows = `${answer.truncated ? "First " : ""}${counted(answer.rowCount ?? answer.rows.length, "row")}`;
      this.state.textContent = `${rows} · ${formatTime(answer.time)}`;
    } catch (error) {
      if (error.name === "AbortError") this.state.textContent = "Canceled";
      else this.fail(error);
    } finally {
      clearInterval(timer);
      if (this.abort === abort) {
        this.abort = null;
        this.stopButton.hidden = true;
      }
    }
  }

  cancel() {
    this.abort?.abort();
  }

  fail(error) {
    this.state.textContent = "Failed";
    let text = error.message;
    if (error.position !== undefined && error.position !== null) {
      const skipped = this.editor.text.length - this.editor.text.trimStart().length;
      const index = indexOfByte(this.editor.text.trim(), Number(error.position)) + skipped;
      const lines = this.editor.text.slice(0, index).split("\n");
      if (!/\bline \d/.test(text)) text += ` (line ${lines.length}, column ${lines[lines.length - 1].length + 1})`;
      this.editor.markError(index);
    }
    this.problem.hidden = false;
    this.problem.textContent = text;
  }

  explain(sql) {
    return post("explain", { sql, parameters: this.parameterValues });
  }

  async showHistory() {
    const name = this.app.database.name;
    const entries = history(name);
    const chosen = await showDialog("History", (close) => ({
      content: entries.length
        ? element("ul", { class: "history" }, entries.map((entry) => element("li", {}, element("button", { type: "button", class: "history-entry", on: { click: () => close(entry) } },
          element("code", { text: entry.sql }), element("span", { class: "detail", text: new Date(entry.time).toLocaleString() })))))
        : element("p", { class: "hint", text: "No query was executed." }),
      buttons: [
        entries.length > 0 && button("Clear", () => {
          clearHistory(name);
          close();
        }, { kind: "quiet" }),
        button("Close", () => close()),
      ].filter(Boolean),
    }), { isWide: true });
    if (!chosen) return;
    this.values = { ...(chosen.parameters ?? {}) };
    this.names = null;
    this.editor.text = chosen.sql;
    this.editor.area.focus();
  }
}

"""####
}
