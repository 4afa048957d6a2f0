// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let cellEditorJS = ####"""
/** The editing of one value in place. */

import { choice, element } from "./dom.js";
import { exactNumber, parseJSON, writeJSON } from "./json.js";
import { MISSING, kindOf } from "./values.js";

const KINDS = [["string", "Text"], ["number", "Number"], ["boolean", "True or false"], ["null", "Null"], ["missing", "Missing"], ["json", "JSON"]];

/** The length above which a string has several lines in the editor. */
const LONG = 80;

const EDITED_AS = { string: "string", date: "string", number: "number", boolean: "boolean", null: "null", missing: "missing" };

/**
 * Opens an editor over an element. `save(value)` returns a promise; if it fails, the editor stays
 * open and shows the error. `closed()` is called at the end.
 */
export function editValue({ parent, box, label, value, save, closed, canBeMissing = true }) {
  const kinds = KINDS.filter(([kind]) => canBeMissing || kind !== "missing");
  let kind = EDITED_AS[kindOf(value)] ?? "json";
  let isDone = false;
  const input = element("input", { class: "input", "aria-label": `Value of ${label}`, spellcheck: "false", autocomplete: "off" });
  // A single-line field drops the line feeds of a string.
  const lines = element("textarea", { class: "input", "aria-label": `Value of ${label}`, rows: 6 });
  const hasLines = typeof value === "string" && (value.length > LONG || /[\n\r]/.test(value));
  const area = element("textarea", { class: "input code", "aria-label": `Value of ${label} as JSON`, rows: 6, spellcheck: "false" });
  const truth = choice(["true", "false"], String(value === true), null, { "aria-label": `Value of ${label}` });
  const problem = element("span", { class: "problem", role: "alert" });
  const kindChoice = choice(kinds, kind, (next) => {
    kind = next;
    show();
    focus();
  }, { "aria-label": "Kind of the value" });
  const form = element("form", { class: "cell-editor", on: {
    submit: (event) => {
      event.preventDefault();
      submit();
    },
    keydown: (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
      if (event.key === "Enter" && event.target !== area && event.target !== lines) {
        event.preventDefault();
        submit();
      }
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    },
    focusout: (event) => {
      if (!isDone && event.relatedTarget && !form.contains(event.relatedTarget)) close(false);
    },
  } }, element("div", { class: "cell-editor-row" }, input, lines, area, truth, kindChoice,
    element("button", { type: "submit", class: "button primary", text: "Save" })), problem);

  const control = () => ({ string: hasLines ? lines : input, number: input, boolean: truth, json: area })[kind];
  const show = () => {
    for (const node of [input, lines, area, truth]) node.hidden = node !== control();
    problem.textContent = "";
  };
  const focus = () => {
    (control() ?? kindChoice).focus();
    if (control() === input) input.select();
  };
  const close = (returnsFocus = true) => {
    if (isDone) return;
    isDone = true;
    form.remove();
    closed(returnsFocus);
  };
  const submit = async () => {
    let edited;
    try {
      edited = read();
    } catch (error) {
      problem.textContent = error.message;
      return;
    }
    form.inert = true;
    try {
      await save(edited);
      close();
    } catch (error) {
      form.inert = false;
      problem.textContent = error.message;
      focus();
    }
  };
  const read = () => {
    switch (kind) {
      case "string": return hasLines ? lines.value : input.value;
      case "number": {
        const text = input.value.trim();
        if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) throw new Error("This is not a number.");
        return exactNumber(text);
      }
      case "boolean": return truth.value === "true";
      case "null": return null;
      case "missing": return MISSING;
      default: return parseJSON(area.value);
    }
  };

  input.value = typeof value === "string" ? value : value === MISSING || value === null ? "" : writeJSON(value);
  lines.value = hasLines ? value : "";
  area.value = value === MISSING ? "" : writeJSON(value, 2);
  if (box) Object.assign(form.style, { left: `${box.left}px`, top: `${box.top}px`, minWidth: `${box.width}px` });
  parent.append(form);
  show();
  focus();
  form.scrollIntoView({ block: "nearest", inline: "nearest" });
  return form;
}

"""####
}
