// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let schemaScreenJS = ####"""
/** The screen with the schema of a collection: its types, their properties, and the Swift structs. */

import { errorBox } from "./announce.js";
import { copyButton } from "./clipboard.js";
import { button, choice, element, setChildren } from "./dom.js";
import { encodeFilters } from "./filter-model.js";
import { parsePath } from "./property-path.js";
import { go, routeTo } from "./router.js";
import { forgetSchema, schemaOf } from "./schema-cache.js";
import { counted, formatCount, valueElement } from "./values.js";

const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

export class SchemaScreen {
  constructor(app, collection) {
    this.app = app;
    this.collection = collection ?? app.lastCollection ?? app.sidebar.collections[0]?.name ?? "_default._default";
    this.title = `Schema of ${this.collection}`;
    this.facts = element("span", { class: "count" });
    this.place = element("div", { class: "scroll" });
    this.tools = element("div", { class: "toolbar", role: "toolbar", "aria-label": "Schema" });
    this.element = element("section", { class: "screen schema", "aria-labelledby": "screen-title" },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: "Schema" }), this.facts, this.tools), this.place);
  }

  async open() {
    const collections = this.app.sidebar.collections.length ? this.app.sidebar.collections.map(({ name }) => name) : [this.collection];
    setChildren(this.tools,
      choice(collections, this.collection, (name) => go(["schema", name]), { "aria-label": "Collection" }),
      button("Sample again", () => {
        forgetSchema(this.collection);
        this.open();
      }, { icon: "refresh" }));
    setChildren(this.place, element("p", { class: "loading", text: "Sampling documents…" }));
    try {
      const schema = await schemaOf(this.collection);
      this.facts.textContent = `${formatCount(schema.sampled)} of ${counted(schema.total, "document")} sampled`;
      setChildren(this.place, schema.types.length
        ? schema.types.map((type) => this.type(type))
        : element("p", { class: "empty", text: "This collection has no documents." }));
    } catch (error) {
      setChildren(this.place, errorBox(error, () => this.open()));
    }
  }

  focus() {
    this.element.querySelector("h1").focus();
  }

  type(type) {
    const { typeKey } = this.app.database;
    const name = type.name ?? "Documents without a type";
    const filters = [type.name === null ? { path: typeKey, operator: "isMissing" } : { path: typeKey, operator: "=", value: type.name }];
    const code = element("pre", { class: "code-block swift", tabindex: 0, "aria-label": `Swift struct for ${name}`, text: type.swift });
    return element("section", { class: "card type" },
      element("header", { class: "card-head" }, element("h2", { text: name }), element("span", { class: "count", text: counted(type.count, "document") }),
        element("a", { class: "card-link", href: routeTo(["c", this.collection], { filters: encodeFilters(filters) }), text: "Show documents" })),
      element("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": `Properties of ${name}` },
        element("table", { class: "table" },
          element("thead", {}, element("tr", {}, ["Property", "Kinds", "Share", "Examples"].map((label) => element("th", { scope: "col", text: label })))),
          element("tbody", {}, type.properties.map(propertyRow)))),
      element("details", { class: "swift-details" }, element("summary", { text: "Swift struct" }),
        element("div", { class: "code-with-copy" }, code, copyButton("Copy", () => type.swift, "Swift copied"))));
  }
}

function propertyRow(property) {
  const depth = parsePath(property.path.replaceAll("[]", "[0]")).length - 1;
  const share = Number(property.share);
  const total = property.kinds.reduce((sum, { count }) => sum + Number(count), 0);
  return element("tr", {},
    element("th", { scope: "row", class: "property", style: { "--depth": String(depth) }, text: property.path }),
    element("td", {}, element("span", { class: "kinds" }, property.kinds.map(({ kind, count }) =>
      element("span", { class: `tag kind-${kind}`, text: property.kinds.length > 1 ? `${kind} ${PERCENT.format(Number(count) / total)}` : kind })))),
    element("td", { class: "share" }, element("span", { class: "bar", "aria-hidden": "true" }, element("span", { style: { width: `${share * 100}%` } })),
      element("span", { text: PERCENT.format(share) })),
    element("td", { class: "examples" }, property.examples.slice(0, 3).map((example) => valueElement(example))));
}

"""####
}
