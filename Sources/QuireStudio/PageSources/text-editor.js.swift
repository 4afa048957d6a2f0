// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let textEditorJS = ####"""
/** A text field for JSON with line numbers, which reports the place of an error. */

import { debounce, element, setChildren } from "./dom.js";
import { COLOR_LIMIT, coloredJSON } from "./json-colors.js";
import { parseJSON, writeJSON } from "./json.js";

export class TextEditor {
  /** `changed(value)` receives the value of valid text, and `undefined` for invalid text. */
  constructor({ label, canEdit = false, changed }) {
    this.changed = changed;
    this.area = element("textarea", {
      class: "code-area", "aria-label": label, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", readonly: !canEdit,
      on: { input: () => this.edited(), scroll: () => this.follow() },
    });
    this.colors = element("pre", { class: "code-colors", "aria-hidden": "true" });
    this.gutter = element("div", { class: "gutter", "aria-hidden": "true" });
    this.problem = element("button", { type: "button", class: "text-problem", hidden: true, on: { click: () => this.showProblem() } });
    this.alert = element("div", { class: "offscreen", role: "alert" });
    this.element = element("div", { class: "text-editor" },
      element("div", { class: "text-frame" }, this.gutter, element("div", { class: "text-layers" }, this.colors, this.area)), this.problem, this.alert);
    this.readSoon = debounce(120, () => this.readPending());
    this.error = null;
  }

  /** Shows a value. */
  show(value) {
    this.isPending = false;
    const text = writeJSON(value, 2);
    if (text !== this.area.value) this.area.value = text;
    this.color();
    this.setProblem(null);
  }

  edited() {
    this.isPending = true;
    this.color();
    this.readSoon();
  }

  /** Reads text that was entered a moment ago. */
  readPending() {
    if (this.isPending) this.read();
    this.isPending = false;
  }

  read() {
    let value;
    try {
      value = parseJSON(this.area.value);
      if (value === null || typeof value !== "object" || Array.isArray(value)) throw Object.assign(new Error("The body must be an object"), { line: 1, column: 1, offset: 0 });
      this.setProblem(null);
    } catch (error) {
      this.setProblem(error);
    }
    this.changed(this.error ? undefined : value);
  }

  setProblem(error) {
    this.error = error;
    this.problem.hidden = !error;
    const text = error ? `${error.message} (line ${error.line}, column ${error.column})` : "";
    this.problem.textContent = text;
    this.alert.textContent = text;
    this.area.setAttribute("aria-invalid", String(error !== null));
    this.numberLines();
  }

  /** Moves the caret to the place of the error. */
  showProblem() {
    if (!this.error) return;
    this.area.focus();
    this.area.setSelectionRange(this.error.offset, this.error.offset + 1);
    this.area.scrollTop = (this.error.line - 4) * this.lineHeight;
  }

  get lineHeight() {
    return parseFloat(getComputedStyle(this.area).lineHeight);
  }

  numberLines() {
    const count = this.area.value.split("\n").length;
    const wrong = this.error?.line ?? 0;
    if (count === this.lineCount && wrong === this.wrongLine) return;
    this.lineCount = count;
    this.wrongLine = wrong;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    this.gutter.replaceChildren(numbers.slice(0, Math.max(wrong - 1, 0)).join("\n"));
    if (wrong) this.gutter.append(wrong > 1 ? "\n" : "", element("span", { class: "wrong-line", text: String(wrong) }), wrong < count ? "\n" : "");
    this.gutter.append(numbers.slice(wrong).join("\n"));
    this.follow();
  }

  /** Draws the colors behind the text, whose own color is transparent then. */
  color() {
    const isColored = this.area.value.length <= COLOR_LIMIT;
    this.area.classList.toggle("colored", isColored);
    setChildren(this.colors, isColored ? coloredJSON(this.area.value) : []);
  }

  follow() {
    this.gutter.scrollTop = this.area.scrollTop;
    this.colors.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }
}

"""####
}
