// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let indexDialogJS = ####"""
/** The dialog that creates an index. */

import { post } from "./api.js";
import { reportError } from "./announce.js";
import { combobox, matching } from "./combobox.js";
import { formButtons, showDialog } from "./dialog.js";
import { choice, element, field } from "./dom.js";
import { propertiesOf, schemaOf } from "./schema-cache.js";

export const KINDS = [["value", "Value"], ["fullText", "Full text"], ["array", "Array"]];

const LANGUAGES = [
  ["", "None"], ["da", "Danish"], ["nl", "Dutch"], ["en", "English"], ["fi", "Finnish"], ["fr", "French"], ["de", "German"], ["hu", "Hungarian"],
  ["it", "Italian"], ["no", "Norwegian"], ["pt", "Portuguese"], ["ro", "Romanian"], ["ru", "Russian"], ["es", "Spanish"], ["sv", "Swedish"], ["tr", "Turkish"],
];

/** Lets the user describe an index, and creates it. Returns a promise of its name, or `null`. */
export function createIndex(app) {
  const collections = app.sidebar.collections.map(({ name }) => name);
  let properties = [];
  const readProperties = (name) => schemaOf(name).then((schema) => (properties = propertiesOf(schema)), reportError);
  const collection = choice(collections, collections.includes(app.lastCollection) ? app.lastCollection : collections[0], readProperties);
  readProperties(collection.value);
  const name = element("input", { class: "input", required: true, spellcheck: "false", autocapitalize: "off" });
  const suggestName = () => {
    if (name.dataset.typed) return;
    const source = expressions.input.value || path.input.value;
    name.value = source.split(",").map((part) => part.trim().replace(/\W+/g, "_")).filter(Boolean).join("_");
  };
  name.addEventListener("input", () => (name.dataset.typed = "1"));
  const expressions = combobox({
    label: "Properties", placeholder: "country, city", opensOnFocus: false,
    suggestions: (text) => listSuggestions(properties, text), changed: suggestName, accept: suggestName,
  });
  const path = combobox({
    label: "Array", placeholder: "reviews", opensOnFocus: false,
    suggestions: (text) => matching(properties.filter(({ kinds }) => kinds.has("array")).map((item) => ({ value: item.path })), text),
    changed: suggestName, accept: suggestName,
  });
  const where = element("input", { class: "input code", placeholder: "type = 'hotel'", spellcheck: "false" });
  const unique = element("input", { type: "checkbox" });
  const language = choice(LANGUAGES, "");
  const accents = element("input", { type: "checkbox" });
  const problem = element("p", { class: "problem", role: "alert" });
  const labeled = (label, control, hint) => element("div", { class: "field" }, element("span", { class: "label", text: label }), control, element("span", { class: "hint", text: hint }));
  const check = (control, label) => element("label", { class: "check-field" }, control, element("span", { text: label }));
  const parts = {
    array: labeled("Array", path.element, "The path of an array, as in UNNEST."),
    where: field("Condition", where, "Optional. Only documents that fulfill it are in the index."),
    value: check(unique, "Values are unique"),
    fullText: element("div", { class: "columns-2" }, field("Language", language), check(accents, "Ignore accents")),
  };
  const show = (kind) => {
    for (const key of ["array", "value", "fullText"]) parts[key].hidden = key !== kind;
    parts.where.hidden = kind === "array";
  };
  const kinds = KINDS.filter(([key]) => key !== "fullText" || app.database.capabilities.fullText !== false);
  const kind = choice(kinds, "value", show);
  show("value");

  const description = () => {
    const result = { collection: collection.value, name: name.value, kind: kind.value, expressions: splitExpressions(expressions.input.value) };
    if (kind.value !== "array" && where.value.trim()) result.where = where.value.trim();
    if (kind.value === "array") result.path = path.input.value.trim();
    if (kind.value === "value" && unique.checked) result.unique = true;
    if (kind.value === "fullText") Object.assign(result, { ignoreAccents: accents.checked, ...(language.value ? { language: language.value } : {}) });
    return result;
  };
  return showDialog("Create an index", (close) => ({
    content: [
      element("div", { class: "columns-2" }, field("Collection", collection), field("Kind", kind)), parts.array,
      labeled("Properties or expressions", expressions.element, "Separate several ones by commas. An array index without any contains the items themselves."),
      field("Name", name), parts.where, parts.value, parts.fullText, problem,
    ],
    buttons: formButtons(close, "Create"),
    submit: async () => {
      problem.textContent = "";
      try {
        await post("indexes", description());
        close(name.value);
      } catch (error) {
        problem.textContent = error.message;
      }
    },
  }));
}

/** Suggestions for the last property of a list. */
function listSuggestions(properties, text) {
  const [, before = "", last] = /^(.*?,\s*)?([^,]*)$/s.exec(text);
  const paths = properties.filter(({ path }) => !path.includes("[]")).map(({ path, kinds }) => ({ value: path, detail: [...kinds].join(", ") }));
  return matching(paths, last).map((item) => ({ ...item, value: before + item.value }));
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
