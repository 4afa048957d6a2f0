// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let sqlEditorJS = ####"""
/** A text field for SQL++ with colors, completion, and a mark at the place of an error. */

import { element, setChildren } from "./dom.js";
import { position } from "./menu.js";
import { tokens } from "./sql-words.js";

const MAXIMUM = 12;

export class SQLEditor {
  /** `complete(text, caret)` returns a promise of `{start, items}`, and `run()` executes the query. */
  constructor({ complete, run, changed }) {
    Object.assign(this, { complete, run, changed });
    this.errorAt = null;
    this.list = element("div", { class: "suggestions completion", role: "listbox", id: "completion", "aria-label": "Completions", hidden: true });
    this.area = element("textarea", {
      class: "sql-area", "aria-label": "Query in SQL++", spellcheck: "false", autocomplete: "off", autocapitalize: "off", rows: 1,
      "aria-autocomplete": "list", "aria-controls": "completion", "aria-describedby": "query-hint",
      on: { input: (event) => this.edited(event.inputType === "insertText"), keydown: (event) => this.key(event), blur: () => this.closeList(), click: () => this.closeList() },
    });
    this.colors = element("pre", { class: "sql-colors", "aria-hidden": "true" });
    this.element = element("div", { class: "sql-editor" }, element("div", { class: "sql-frame" }, this.colors, this.area), this.list);
    this.items = [];
    this.draw();
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.edited(false);
  }

  edited(completes) {
    this.errorAt = null;
    this.draw();
    this.changed?.();
    if (completes) this.suggest(false);
    else this.closeList();
  }

  draw() {
    const nodes = tokens(this.text).map(({ kind, text, offset }) => {
      const isWrong = this.errorAt !== null && offset <= this.errorAt && this.errorAt < offset + text.length;
      return element("span", { class: `sql-${kind} ${isWrong ? "sql-error" : ""}`, text });
    });
    const isAtEnd = this.errorAt !== null && this.errorAt >= this.text.length;
    setChildren(this.colors, nodes, element("span", { class: isAtEnd ? "sql-error" : "", text: isAtEnd ? "\u00a0\n" : "\n" }));
  }

  /** Marks an error, and moves the caret there. */
  markError(index) {
    this.errorAt = index;
    this.draw();
    this.area.setSelectionRange(index, index);
    this.area.focus();
  }

  /** Whether the caret is in a comment or a string, where nothing is completed. */
  isInText(caret) {
    const token = tokens(this.text).find(({ text, offset }) => offset < caret && caret <= offset + text.length);
    return token !== undefined && ["comment", "string"].includes(token.kind);
  }

  async suggest(isAsked) {
    const caret = this.area.selectionStart;
    if (this.isInText(caret)) return this.closeList();
    const number = (this.number = (this.number ?? 0) + 1);
    const { start, items } = await this.complete(this.text, caret);
    if (number !== this.number || document.activeElement !== this.area) return;
    const isWord = caret > start;
    this.items = isAsked || isWord ? items.slice(0, MAXIMUM) : [];
    if (!isAsked && this.items.length === 1 && this.items[0].value === this.text.slice(start, caret)) this.items = [];
    this.start = start;
    this.wasMoved = isAsked;
    if (!this.items.length) return this.closeList();
    setChildren(this.list, this.items.map((item, index) => element("div", {
      class: "suggestion", role: "option", id: `completion-${index}`, on: { pointerdown: (event) => {
        event.preventDefault();
        this.accept(index);
      } },
    }, element("span", { text: item.value }), element("span", { class: "detail", text: item.detail ?? "" }))));
    this.list.hidden = false;
    position(this.list, this.caretPlace(start));
    this.mark(0);
  }

  closeList() {
    this.number = (this.number ?? 0) + 1;
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  mark(index) {
    this.active = (index + this.items.length) % this.items.length;
    [...this.list.children].forEach((node, at) => node.setAttribute("aria-selected", String(at === this.active)));
    this.area.setAttribute("aria-activedescendant", `completion-${this.active}`);
    this.list.children[this.active].scrollIntoView({ block: "nearest" });
  }

  accept(index) {
    const { value } = this.items[index];
    this.area.setRangeText(value, this.start, this.area.selectionStart, "end");
    if (value.endsWith("()")) this.area.setSelectionRange(this.area.selectionStart - 1, this.area.selectionStart - 1);
    this.closeList();
    this.edited(false);
  }

  /** The place of a character in the window. */
  caretPlace(index) {
    const walker = document.createTreeWalker(this.colors, NodeFilter.SHOW_TEXT);
    let rest = index;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (rest < node.length) {
        const range = document.createRange();
        range.setStart(node, rest);
        range.setEnd(node, rest + 1);
        const box = range.getBoundingClientRect();
        return { x: box.left, y: box.bottom };
      }
      rest -= node.length;
    }
    const box = this.area.getBoundingClientRect();
    return { x: box.left, y: box.bottom };
  }

  key(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter") {
      this.closeList();
      this.run();
    } else if (isCommand && event.key === " ") this.suggest(true);
    else if (this.list.hidden) return;
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.wasMoved = true;
      this.mark(this.active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Tab" || (event.key === "Enter" && this.wasMoved)) this.accept(this.active);
    else if (event.key === "Escape") {
      this.closeList();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }
}

"""####
}
