// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let gridJS = ####"""
/**
 * A table of any number of rows, of which only the visible ones have elements.
 *
 * The grid has the keyboard focus itself and points to its active cell, so that scrolling away from
 * a cell does not lose the focus.
 */

import { element, setChildren } from "./dom.js";
import { gridKey } from "./grid-keys.js";
import { headerCell } from "./grid-header.js";
import { ScrollMap } from "./scroll-map.js";

const OVERSCAN = 6;
let lastNumber = 0;

export class Grid {
  /**
   * Options: `label`; `columns` (each with `key`, `label`, `width`); `rowAt(index)`;
   * `cell(row, column)`, which returns a node; `rowKey(row)`; `rangeChanged(first, last)`;
   * `open(row, column)`, `edit`, `menu`, `key`; `sort(column)`; `sorting()`;
   * `resized(column, width)`, `moved(key, beforeKey)`; `isSelectable`, `selectionChanged()`.
   */
  constructor(options) {
    this.options = options;
    this.name = `grid-${++lastNumber}`;
    this.rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 34;
    this.map = new ScrollMap(this.rowHeight);
    this.count = 0;
    this.active = { row: 0, column: 0 };
    this.selected = new Map();
    this.anchor = null;
    this.rows = new Map();
    this.head = element("div", { class: "grid-head", role: "row", "aria-rowindex": 1 });
    this.body = element("div", { class: "grid-body", role: "rowgroup" });
    this.element = element("div", {
      class: "grid", role: "grid", tabindex: 0, "aria-label": options.label, "aria-multiselectable": options.isSelectable ? "true" : null,
      on: {
        scroll: () => this.scrolled(), keydown: (event) => gridKey(this, event), click: (event) => this.clicked(event),
        dblclick: (event) => this.doubleClicked(event), contextmenu: (event) => this.menuRequested(event),
        focus: () => this.showActive(),
      },
    }, element("div", { role: "rowgroup", class: "grid-heads" }, this.head), this.body);
    this.observer = new ResizeObserver(() => this.layout());
    this.observer.observe(this.element);
    this.setColumns(options.columns);
  }

  close() {
    this.observer.disconnect();
  }

  get columns() {
    return this.options.columns;
  }

  /** Shows other columns. */
  setColumns(columns) {
    this.options.columns = columns;
    this.active.column = Math.min(this.active.column, Math.max(0, columns.length - 1));
    this.applyWidths();
    this.element.setAttribute("aria-colcount", columns.length);
    this.drawHead();
    this.redraw();
  }

  applyWidths() {
    const widths = this.columns.map((column) => `${column.width}px`);
    this.element.style.setProperty("--columns", `${this.options.isSelectable ? "36px " : ""}${widths.join(" ")} minmax(0, 1fr)`);
  }

  drawHead() {
    const cells = this.columns.map((column, index) => headerCell(this, column, index));
    if (this.options.isSelectable) cells.unshift(element("div", { class: "grid-mark", role: "presentation" }));
    setChildren(this.head, cells);
  }

  /** Sets the number of rows and shows them. */
  setCount(count) {
    this.count = count;
    this.element.setAttribute("aria-rowcount", count + 1);
    this.layout();
  }

  layout() {
    this.map.resize(this.count, Math.max(0, this.element.clientHeight - this.head.offsetHeight));
    this.body.style.height = `${this.map.elementHeight}px`;
    this.draw();
  }

  scrolled() {
    if (this.element.scrollTop !== this.map.position) this.map.scrolled(this.element.scrollTop);
    this.draw();
  }

  /** Scrolls to the former place after the element was removed from the page for a time. */
  restore() {
    this.layout();
    this.element.scrollTop = this.map.moveTo(this.map.top);
    this.draw();
  }

  /** Draws all visible rows again. */
  redraw() {
    for (const entry of this.rows.values()) entry.node.remove();
    this.rows.clear();
    this.draw();
  }

  /** Draws the rows that came into view or changed, and removes those out of view. */
  draw() {
    const [first, last] = this.map.range;
    const start = Math.max(0, first - OVERSCAN);
    const end = Math.min(this.count, last + OVERSCAN);
    for (const [index, entry] of this.rows) {
      if (index < start || index >= end) {
        entry.node.remove();
        this.rows.delete(index);
      }
    }
    for (let index = start; index < end; index++) {
      const row = this.options.rowAt(index);
      let entry = this.rows.get(index);
      if (!entry || entry.row !== row) {
        const node = this.rowElement(index, row);
        if (entry) entry.node.replaceWith(node);
        else this.body.append(node);
        entry = { node, row };
        this.rows.set(index, entry);
      }
      entry.node.style.transform = `translateY(${this.map.offset(index)}px)`;
    }
    this.showActive();
    this.options.rangeChanged?.(first, last);
  }

  rowElement(index, row) {
    const key = row && this.options.rowKey?.(row);
    const isSelected = key !== undefined && this.selected.has(key);
    const cells = this.columns.map((column, position) => element("div", {
      class: `grid-cell ${column.class ?? ""}`, role: "gridcell", "aria-colindex": position + 1, data: { column: position },
    }, row ? this.options.cell(row, column) : element("span", { class: "placeholder" })));
    if (this.options.isSelectable) {
      cells.unshift(element("div", { class: "grid-mark", role: "presentation" }, element("span", { class: "mark", "aria-hidden": "true" })));
    }
    return element("div", {
      class: `grid-row ${isSelected ? "selected" : ""}`, role: "row", "aria-rowindex": index + 2, data: { row: index },
      "aria-selected": this.options.isSelectable ? String(isSelected) : null,
    }, cells);
  }

  /** Marks the active cell, if it is visible. The header is row -1. */
  showActive() {
    this.element.querySelector(".active-cell")?.classList.remove("active-cell");
    const old = document.getElementById(`${this.name}-active`);
    old?.removeAttribute("id");
    const cell = this.cellElement(this.active.row, this.active.column);
    if (cell) {
      cell.id = `${this.name}-active`;
      cell.classList.add("active-cell");
      this.element.setAttribute("aria-activedescendant", cell.id);
    } else {
      this.element.removeAttribute("aria-activedescendant");
    }
  }

  cellElement(row, column) {
    const parent = row < 0 ? this.head : this.rows.get(row)?.node;
    return parent?.querySelector(`[data-column="${column}"]`) ?? null;
  }

  get activeRow() {
    return this.active.row >= 0 ? this.options.rowAt(this.active.row) : undefined;
  }

  /** Makes a cell the active one and scrolls to it. */
  activate(row, column = this.active.column) {
    this.active = {
      row: Math.min(Math.max(row, -1), this.count - 1),
      column: Math.min(Math.max(column, 0), this.columns.length - 1),
    };
    this.reveal(Math.max(this.active.row, 0));
    const cell = this.cellElement(this.active.row, this.active.column);
    if (cell) this.revealColumn(cell);
  }

  reveal(row) {
    const top = row * this.rowHeight;
    let target = this.map.top;
    if (top < target) target = top;
    else if (top + this.rowHeight > target + this.map.view) target = top + this.rowHeight - this.map.view;
    if (target !== this.map.top) this.element.scrollTop = this.map.moveTo(target);
    this.draw();
  }

  revealColumn(cell) {
    const left = cell.offsetLeft;
    const fixed = this.options.isSelectable ? 36 : 0;
    if (left - fixed < this.element.scrollLeft) this.element.scrollLeft = left - fixed;
    const right = left + cell.offsetWidth - this.element.clientWidth;
    if (right > this.element.scrollLeft) this.element.scrollLeft = Math.min(right, left - fixed);
  }

  placeOf(target) {
    const cell = target.closest?.("[data-column]");
    const row = target.closest?.("[data-row]");
    return row && { row: Number(row.dataset.row), column: cell ? Number(cell.dataset.column) : this.active.column, isMark: !cell };
  }

  clicked(event) {
    const place = this.placeOf(event.target);
    if (!place || event.target.closest("a, button, input, select, form")) return;
    if (this.options.isSelectable && (place.isMark || event.ctrlKey || event.metaKey)) this.toggle(place.row);
    else if (this.options.isSelectable && event.shiftKey) this.extendTo(place.row);
    this.activate(place.row, place.column);
  }

  doubleClicked(event) {
    const place = this.placeOf(event.target);
    if (!place || place.isMark || event.target.closest("a, button, input, select, form")) return;
    const row = this.options.rowAt(place.row);
    if (row) (this.options.edit ?? this.options.open)?.(row, this.columns[place.column]);
  }

  menuRequested(event) {
    const place = this.placeOf(event.target);
    if (!place || !this.options.menu || event.target.closest("input")) return;
    event.preventDefault();
    this.activate(place.row, place.column);
    const row = this.options.rowAt(place.row);
    if (row) this.options.menu(row, this.columns[place.column], { x: event.clientX, y: event.clientY });
  }

  toggle(index) {
    const row = this.options.rowAt(index);
    if (!row) return;
    const key = this.options.rowKey(row);
    if (this.selected.has(key)) this.selected.delete(key);
    else this.selected.set(key, row);
    this.anchor = index;
    this.selectionChanged();
  }

  /** Selects the loaded rows from the last selected one to another. */
  extendTo(index) {
    const from = this.anchor ?? this.active.row;
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const row = this.options.rowAt(at);
      if (row) this.selected.set(this.options.rowKey(row), row);
    }
    this.anchor = from;
    this.selectionChanged();
  }

  clearSelection() {
    this.selected.clear();
    this.anchor = null;
    this.selectionChanged();
  }

  selectionChanged() {
    for (const { node, row } of this.rows.values()) {
      const isSelected = row !== undefined && this.selected.has(this.options.rowKey(row));
      node.classList.toggle("selected", isSelected);
      node.setAttribute("aria-selected", String(isSelected));
    }
    this.options.selectionChanged?.();
  }

  /** Lets the rows of some documents flash. */
  flash(keys) {
    for (const { node, row } of this.rows.values()) {
      if (row && keys.has(this.options.rowKey(row))) node.classList.add("flash");
    }
  }
}

"""####
}
