// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let queryStripJS = ####"""
/** The query that the filters and the order make, as SQL++ and as Swift. */

import { copyText } from "./clipboard.js";
import { element, iconButton } from "./dom.js";
import { go } from "./router.js";
import { recall, remember } from "./storage.js";

export class QueryStrip {
  constructor() {
    this.language = recall("strip", "sql") === "swift" ? "swift" : "sql";
    this.answer = null;
    this.code = element("code", { class: "strip-code", tabindex: 0, role: "textbox", "aria-readonly": "true" });
    this.buttons = [["sql", "SQL++"], ["swift", "Swift"]].map(([language, label]) =>
      element("button", { type: "button", text: label, data: { language }, on: { click: () => this.choose(language) } }));
    this.element = element("div", { class: "strip" },
      element("div", { class: "segments", role: "group", "aria-label": "Language" }, this.buttons), this.code,
      iconButton("copy", "Copy the query", () => copyText(this.text, this.language === "sql" ? "SQL++ copied" : "Swift copied")),
      iconButton("query", "Open in the query console", () => go(["query"], { sql: this.answer?.sql })));
    this.choose(this.language);
  }

  get text() {
    return this.answer?.[this.language] ?? "";
  }

  choose(language) {
    this.language = language;
    remember("strip", language);
    for (const node of this.buttons) node.setAttribute("aria-pressed", String(node.dataset.language === language));
    this.draw();
  }

  /** Shows the query of an answer. */
  show(answer) {
    if (!answer || answer === this.answer) return;
    this.answer = answer;
    this.draw();
  }

  draw() {
    if (this.code.textContent !== this.text) this.code.textContent = this.text;
    this.code.title = this.text;
    this.code.setAttribute("aria-label", this.language === "sql" ? "Query in SQL++" : "Query in Swift");
  }
}

"""####
}
