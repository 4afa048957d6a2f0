/** The screen with the indexes of the database. */

import { get, request } from "./api.js";
import { errorBox, notify, reportError } from "./announce.js";
import { confirmAction } from "./dialog.js";
import { button, element, iconButton, setChildren } from "./dom.js";
import { KINDS, createIndex } from "./index-dialog.js";
import { routeTo } from "./router.js";
import { formatBytes } from "./values.js";

export class IndexesScreen {
  constructor(app) {
    this.app = app;
    this.title = "Indexes";
    this.count = element("span", { class: "count" });
    this.place = element("div", { class: "scroll" });
    this.element = element("section", { class: "screen indexes", "aria-labelledby": "screen-title" },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: "Indexes" }), this.count,
        element("div", { class: "toolbar", role: "toolbar", "aria-label": "Indexes" },
          app.canEdit && button("Create index", () => this.create(), { kind: "primary", icon: "add" }))), this.place);
  }

  focus() {
    this.element.querySelector("h1").focus();
  }

  async open() {
    try {
      const { indexes } = await get("indexes");
      this.count.textContent = `${indexes.length} ${indexes.length === 1 ? "index" : "indexes"}`;
      setChildren(this.place, indexes.length ? this.table(indexes) : element("div", { class: "empty" },
        element("p", { text: "No collection has an index." }),
        element("p", { text: "The plan of a query in the console advises which index it needs." })));
    } catch (error) {
      setChildren(this.place, errorBox(error, () => this.open()));
    }
  }

  table(indexes) {
    const labels = ["Name", "Collection", "Kind", "Expressions", "Condition", "Size"];
    return element("div", { class: "table-scroll card flat", tabindex: 0, role: "region", "aria-label": "Indexes" }, element("table", { class: "table" },
      element("thead", {}, element("tr", {}, labels.map((label) => element("th", { scope: "col", text: label })),
        this.app.canEdit && element("th", { scope: "col" }, element("span", { class: "offscreen", text: "Actions" })))),
      element("tbody", {}, indexes.map((index) => element("tr", {},
        element("th", { scope: "row", text: index.name }),
        element("td", {}, element("a", { href: routeTo(["c", index.collection]), text: index.collection })),
        element("td", {}, element("span", { class: "tag", text: kindText(index) })),
        element("td", {}, index.path && element("code", { class: "expression", text: `${index.path}[]` }), index.expressions.map((expression) => element("code", { class: "expression", text: expression }))),
        element("td", {}, index.where ? element("code", { text: index.where }) : ""),
        element("td", { class: "number-cell", text: formatBytes(index.size) }),
        this.app.canEdit && element("td", { class: "actions" }, iconButton("remove", `Remove the index ${index.name}`, () => this.remove(index))))))));
  }

  async create() {
    const created = await createIndex(this.app);
    if (!created) return;
    notify(`Index "${created}" created`);
    await this.open();
  }

  async remove(index) {
    if (!(await confirmAction("Remove the index", `Remove the index "${index.name}" of ${index.collection}? Queries that use it become slower.`, "Remove"))) return;
    try {
      await request("DELETE", "indexes", { parameters: { collection: index.collection, name: index.name }, headers: { "Content-Type": "application/json" } });
      notify(`Index "${index.name}" removed`);
      await this.open();
      this.focus();
    } catch (error) {
      reportError(error);
    }
  }
}

function kindText({ kind, unique, language, dimensions, metric }) {
  if (kind === "nearest") return `Vectors, ${dimensions} dimensions, ${metric}`;
  const name = KINDS.find(([key]) => key === kind)?.[1] ?? kind;
  return [unique ? "Unique value" : name, language].filter(Boolean).join(", ");
}
