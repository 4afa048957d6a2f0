// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let filtersJS = ####"""
/** The row of filter chips above the documents. */

import { combobox, matching } from "./combobox.js";
import { button, choice, element, iconButton, setChildren } from "./dom.js";
import { frequentValues } from "./facets.js";
import { OPERATORS, filterText, needsValue, parseValue, valueText } from "./filter-model.js";
import { exampleSuggestions, pathSuggestions } from "./schema-cache.js";

export class FilterBar {
  /**
   * `properties()` returns the known properties, `changed(filters)` is called after a change, and
   * `applied()` moves the focus after a filter was entered.
   */
  constructor({ collection, filters, properties, changed, applied }) {
    Object.assign(this, { collection, filters, properties, changed, applied });
    this.chips = element("div", { class: "chips", role: "list", "aria-label": "Filters" });
    this.form = element("div", { class: "filter-form", hidden: true });
    this.addButton = button("Filter", () => this.edit(null), { kind: "quiet", icon: "filter", title: "Add a filter (/)" });
    this.element = element("div", { class: "filter-bar" }, this.addButton, this.chips, this.form);
    this.draw();
  }

  draw() {
    setChildren(this.chips, this.filters.map((filter, index) => this.chip(filter, index)));
    if (this.filters.length > 1) this.chips.append(element("div", { role: "listitem" }, button("Clear all", () => this.set([]), { kind: "quiet" })));
  }

  chip(filter, index) {
    const [path, operator, value] = filterText(filter);
    const text = `${path} ${operator} ${value}`.trim();
    const open = element("button", {
      type: "button", class: "chip-text", "aria-label": `Change the filter ${text}`,
      on: {
        click: () => this.edit(index),
        keydown: (event) => {
          if (event.key === "Delete" || event.key === "Backspace") this.remove(index);
        },
      },
    }, element("span", { class: "chip-path", text: path }), element("span", { class: "chip-operator", text: operator }), value && element("span", { class: "chip-value", text: value }));
    return element("div", { class: "chip", role: "listitem" }, open, iconButton("close", `Remove the filter ${text}`, () => this.remove(index)));
  }

  set(filters) {
    this.filters = filters;
    this.draw();
    this.changed(filters);
  }

  add(filter) {
    this.set([...this.filters, filter]);
  }

  remove(index) {
    this.set(this.filters.filter((_, position) => position !== index));
    this.addButton.focus();
  }

  /** Opens the form for a filter, or for a new one of a property. */
  edit(index, path = "") {
    const filter = index === null ? { path, operator: "=", value: "" } : this.filters[index];
    const kinds = () => this.properties().find(({ path }) => path === pathField.input.value)?.kinds;
    let frequent = [];
    const readFrequent = async () => {
      const path = pathField.input.value;
      frequent = [];
      frequent = path ? await frequentValues(this.collection, path) : [];
      if (document.activeElement === valueField.input) valueField.open();
    };
    const pathField = combobox({
      label: "Property", placeholder: "property", value: filter.path,
      suggestions: (text) => matching(pathSuggestions(this.properties()), text),
      accept: () => {
        readFrequent();
        if (needsValue(operator.value)) operator.focus();
        else save();
      },
    });
    const operator = choice(OPERATORS, filter.operator, () => {
      valueField.element.hidden = !needsValue(operator.value);
    }, { "aria-label": "Operator" });
    const valueField = combobox({
      label: "Value", placeholder: "value", value: index === null ? "" : valueText(filter.value ?? ""),
      suggestions: (text) => matching(frequent.length ? frequent : exampleSuggestions(this.properties(), pathField.input.value), text),
      accept: () => save(),
    });
    valueField.element.hidden = !needsValue(filter.operator);
    operator.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (needsValue(operator.value)) valueField.input.focus();
      else save();
    });
    const close = () => {
      this.form.hidden = true;
      this.addButton.focus();
    };
    const save = () => {
      const path = pathField.input.value.trim();
      if (!path) return pathField.input.focus();
      const edited = { path, operator: operator.value };
      if (needsValue(edited.operator)) edited.value = parseValue(valueField.input.value, edited.operator, kinds());
      close();
      this.set(index === null ? [...this.filters, edited] : this.filters.map((old, position) => (position === index ? edited : old)));
      this.applied();
    };
    this.form.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    setChildren(this.form, pathField.element, operator, valueField.element,
      button("Apply", save, { kind: "primary" }), iconButton("close", "Cancel", close));
    this.form.hidden = false;
    (filter.path ? valueField : pathField).input.focus();
    if (!filter.path) return;
    valueField.input.select();
    readFrequent();
  }
}

"""####
}
