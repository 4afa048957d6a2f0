// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let indexesScreenJS = ####"""
/** The screen with the indexes of the database. */

import { get, post, request } from "./api.js";
import { errorBox, notify, reportError } from "./announce.js";
import { combobox, matching } from "./combobox.js";
import { confirmAction, formButtons, showDialog } from "./dialog.js";
import { button, choice, element, field, iconButton, setChildren } from "./dom.js";
import { routeTo } from "./router.js";
import { propertiesOf, schemaOf } from "./schema-cache.js";
import { formatBytes } from "./values.js";

const KINDS = [["value", "Value"], ["fullText", "Full text"], ["array", "Array"]];

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
        element("td", {}, element("span", { class: "tag", text: KINDS.find(([kind]) => kind === index.kind)?.[1] ?? index.kind })),
        element("td", {}, index.expressions.map((expression) => element("code", { class: "expression", text: expression }))),
        element("td", {}, index.where ? element("code", { text: index.where }) : ""),
        element("td", { class: "number-cell", text: formatBytes(index.size) }),
        this.app.canEdit && element("td", { class: "actions" }, iconButton("remove", `Remove the index ${index.name}`, () => this.remove(index))))))));
  }

  async create() {
    const collections = this.app.sidebar.collections.map(({ name }) => name);
    const start = collections.includes(this.app.lastCollection) ? this.app.lastCollection : collections[0];
    let properties = [];
    const readProperties = (name) => schemaOf(name).then((schema) => (properties = propertiesOf(schema)), reportError);
    readProperties(start);
    const collection = choice(collections, start, readProperties);
    const kinds = KINDS.filter(([name]) => name !== "fullText" || this.app.database.capabilities.fullText !== false);
    const kind = choice(kinds, "value");
    const name = element("input", { class: "input", required: true, spellcheck: "false", autocapitalize: "off" });
    const expressions = combobox({
      label: "Properties", placeholder: "country, city", opensOnFocus: false,
      suggestions: (text) => {
        const [, before, last] = /^(.*?,\s*)?([^,]*)$/s.exec(text);
        return matching(properties.map(({ path, kinds }) => ({ value: path, detail: [...kinds].join(", ") })), last).map((item) => ({ ...item, value: (before ?? "") + item.value }));
      },
      changed: () => suggestName(), accept: () => suggestName(),
    });
    const suggestName = () => {
      if (!name.dataset.typed) name.value = expressions.input.value.split(",").map((part) => part.trim().replace(/\W+/g, "_")).filter(Boolean).join("_");
    };
    name.addEventListener("input", () => (name.dataset.typed = "1"));
    const where = element("input", { class: "input code", placeholder: "type = 'hotel'", spellcheck: "false" });
    const problem = element("p", { class: "problem", role: "alert" });
    const created = await showDialog("Create an index", (close) => ({
      content: [
        element("div", { class: "columns-2" }, field("Collection", collection), field("Kind", kind)),
        element("div", { class: "field" }, element("span", { class: "label", text: "Properties or expressions" }), expressions.element, element("span", { class: "hint", text: "Separate several ones by commas." })),
        field("Name", name), field("Condition", where, "Optional. Only documents that fulfill it are in the index."), problem,
      ],
      buttons: formButtons(close, "Create"),
      submit: async () => {
        problem.textContent = "";
        try {
          await post("indexes", {
            collection: collection.value, name: name.value, kind: kind.value,
            expressions: splitExpressions(expressions.input.value), where: where.value.trim() || null,
          });
          close(name.value);
        } catch (error) {
          problem.textContent = error.message;
        }
      },
    }));
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

/** Splits expressions at the commas outside parentheses. */
function splitExpressions(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(" || character === "[") depth++;
    if (character === ")" || character === "]") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

"""####
}
