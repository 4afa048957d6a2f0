// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let treeJS = ####"""
/** A JSON value as a tree whose values, keys, and elements can be edited. */

import { copyText } from "./clipboard.js";
import { element, iconButton, setChildren } from "./dom.js";
import { ExactNumber } from "./json.js";
import { openMenu } from "./menu.js";
import { writePath } from "./property-path.js";
import { treeEditing } from "./tree-editing.js";
import { counted, isPossibleID, kindOf, plainText, valueElement } from "./values.js";

const CHILDREN = 200;
const TEXT = 2000;
const OPEN_DEPTH = 1;

export class Tree {
  /**
   * `changed()` is called after the value was edited in place, and `openReference(id)` for a value
   * that can be the ID of another document.
   */
  constructor({ label, value, canEdit = false, canAttach = false, changed, openReference }) {
    this.openReference = openReference;
    this.canEdit = canEdit;
    this.canAttach = canAttach;
    this.changed = changed;
    this.opened = new Map();
    this.limits = new Map();
    this.element = element("div", { class: "tree", role: "tree", "aria-label": label, on: {
      keydown: (event) => this.key(event), click: (event) => this.clicked(event), dblclick: (event) => this.doubleClicked(event),
      contextmenu: (event) => this.menuRequested(event),
    } });
    this.activeKey = null;
    this.show(value);
  }

  /** Shows a value. Open nodes stay open. */
  show(value) {
    this.value = value;
    this.draw();
  }

  draw() {
    const hadFocus = this.element.contains(document.activeElement);
    this.nodes = [];
    this.collect(this.value, [], 1);
    if (!this.nodes.some(({ key }) => key === this.activeKey)) this.activeKey = this.nodes[0]?.key ?? null;
    setChildren(this.element, this.nodes.map((node) => this.row(node)));
    if (!this.nodes.length) this.element.append(element("p", { class: "empty", text: "The document has no properties." }));
    if (hadFocus) this.focus();
  }

  collect(container, path, level) {
    const keys = Array.isArray(container) ? container.map((_, index) => index) : Object.keys(container);
    const limit = this.limits.get(keyOf(path)) ?? CHILDREN;
    keys.slice(0, limit).forEach((name, index) => {
      const node = { path: [...path, name], name, value: container[name], level, index, size: keys.length, isElement: Array.isArray(container) };
      node.key = keyOf(node.path);
      node.isContainer = isContainer(node.value);
      node.isOpen = node.isContainer && (this.opened.get(node.key) ?? level <= OPEN_DEPTH - 1);
      this.nodes.push(node);
      if (node.isOpen) this.collect(node.value, node.path, level + 1);
    });
    if (keys.length > limit) {
      this.nodes.push({ path, key: keyOf([...path, null]), level, more: keys.length - limit, limit });
    }
  }

  row(node) {
    const isActive = node.key === this.activeKey;
    const style = { "--level": String(node.level) };
    if (node.more) {
      return element("div", { class: "tree-row more", role: "treeitem", "aria-level": node.level, "aria-selected": "false", tabindex: isActive ? 0 : -1, style, data: { key: node.key } },
        element("span", { class: "toggle" }), element("span", { class: "link", text: `Show ${counted(Math.min(node.more, CHILDREN), "more element")}` }));
    }
    const kind = kindOf(node.value);
    const count = node.isContainer ? (Array.isArray(node.value) ? node.value.length : Object.keys(node.value).length) : 0;
    return element("div", {
      class: "tree-row", role: "treeitem", "aria-level": node.level, "aria-setsize": node.size, "aria-posinset": node.index + 1, "aria-selected": String(isActive),
      "aria-expanded": node.isContainer ? String(node.isOpen) : null, tabindex: isActive ? 0 : -1, style, data: { key: node.key },
    },
    element("span", { class: `toggle ${node.isContainer ? (node.isOpen ? "open" : "closed") : ""}`, "aria-hidden": "true" }),
    element("span", { class: node.isElement ? "tree-index" : "tree-key", text: String(node.name) }),
    element("span", { class: "tree-value" }, node.isContainer && node.isOpen ? null : valueElement(node.value, TEXT)),
    element("span", { class: `kind ${kind}`, text: node.isContainer ? `${kind} · ${count}` : kind }),
    this.canEdit && iconButton("more", `Actions on ${node.name}`, (event) => this.menu(node, event.currentTarget), { class: "tree-more" }));
  }

  nodeOf(target) {
    const row = target.closest?.(".tree-row");
    return row && this.nodes.find(({ key }) => key === row.dataset.key);
  }

  rowOf(node) {
    return [...this.element.children].find((row) => row.dataset.key === node.key);
  }

  get activeIndex() {
    return this.nodes.findIndex(({ key }) => key === this.activeKey);
  }

  activate(node) {
    for (const row of this.element.querySelectorAll('[tabindex="0"]')) {
      row.tabIndex = -1;
      row.setAttribute("aria-selected", "false");
    }
    this.activeKey = node.key;
    this.focus();
  }

  focus() {
    const row = this.nodes.length && this.rowOf(this.nodes[this.activeIndex]);
    if (!row) return;
    row.tabIndex = 0;
    row.setAttribute("aria-selected", "true");
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  setOpen(node, isOpen) {
    this.opened.set(node.key, isOpen);
    this.draw();
  }

  showMore(node) {
    this.limits.set(keyOf(node.path), node.limit + CHILDREN);
    const index = this.activeIndex;
    this.draw();
    if (index >= 0) this.activate(this.nodes[index]);
  }

  clicked(event) {
    const node = this.nodeOf(event.target);
    if (!node || event.target.closest("button, form")) return;
    this.activate(node);
    if (node.more) this.showMore(node);
    else if (node.isContainer) this.setOpen(node, !node.isOpen);
  }

  doubleClicked(event) {
    const node = this.nodeOf(event.target);
    if (node && !node.isContainer && !node.more && this.canEdit && !event.target.closest("button, form")) treeEditing.edit(this, node);
  }

  menuRequested(event) {
    const node = this.nodeOf(event.target);
    if (!node || node.more || event.target.closest("form")) return;
    event.preventDefault();
    this.activate(node);
    this.menu(node, { x: event.clientX, y: event.clientY });
  }

  menu(node, place) {
    const edit = this.canEdit;
    openMenu([
      edit && ["Edit value", () => treeEditing.edit(this, node)],
      edit && !node.isElement && ["Rename", () => treeEditing.rename(this, node)],
      edit && this.canAttach && ["Set to a file…", () => treeEditing.attach(this, node)],
      edit && node.isContainer && ["Add inside", () => treeEditing.add(this, node.path)],
      edit && ["Add after", () => treeEditing.add(this, node.path.slice(0, -1), node)],
      this.openReference && isPossibleID(node.value) && [`Open the document "${node.value.slice(0, 40)}"`, () => this.openReference(node.value)],
      ["Copy value", () => copyText(plainText(node.value), "Value copied")],
      ["Copy path", () => copyText(writePath(node.path), "Path copied")],
      edit && null,
      edit && ["Remove", () => treeEditing.remove(this, node), "danger"],
    ].filter((item) => item !== false && item !== undefined), place, `Actions on ${node.name}`);
  }

  key(event) {
    if (event.target.closest("form, button")) return;
    const index = this.activeIndex;
    const node = this.nodes[index];
    if (!node) return;
    const go = (target) => () => this.activate(this.nodes[Math.min(Math.max(target, 0), this.nodes.length - 1)]);
    const isCommand = event.ctrlKey || event.metaKey;
    const edits = this.canEdit && !node.more;
    const actions = {
      ArrowDown: go(index + 1), ArrowUp: go(index - 1), Home: go(0), End: go(this.nodes.length - 1), PageDown: go(index + 15), PageUp: go(index - 15),
      ArrowRight: () => (node.isContainer && !node.isOpen ? this.setOpen(node, true) : go(index + 1)()),
      ArrowLeft: () => {
        if (node.isOpen) this.setOpen(node, false);
        else go(this.nodes.findIndex(({ key }) => key === keyOf(node.path.slice(0, -1))))();
      },
      Enter: () => (node.more ? this.showMore(node) : node.isContainer ? this.setOpen(node, !node.isOpen) : edits && treeEditing.edit(this, node)),
      F2: edits && (() => treeEditing.edit(this, node)),
      Insert: edits && (() => treeEditing.add(this, node.path.slice(0, -1), node)),
      Delete: edits && (() => treeEditing.remove(this, node)),
      c: isCommand && !node.more && (() => copyText(plainText(node.value), "Value copied")),
      ContextMenu: !node.more && (() => this.menu(node, this.rowOf(node))),
      F10: event.shiftKey && !node.more && (() => this.menu(node, this.rowOf(node))),
    };
    const action = Object.hasOwn(actions, event.key) && actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

const isContainer = (value) => value !== null && typeof value === "object" && !(value instanceof ExactNumber);
const keyOf = (path) => JSON.stringify(path);

"""####
}
