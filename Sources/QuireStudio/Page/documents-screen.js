/** The screen with the documents of a collection as a table. */

import { post } from "./api.js";
import { announce, errorBox, reportError } from "./announce.js";
import { ID_COLUMN, chooseColumns, defaultColumns, forgetColumns, rememberColumns, rememberedColumns } from "./columns.js";
import { cellMenu, collectionMenu, columnMenu, selectionBar } from "./document-actions.js";
import { documentCell } from "./document-cell.js";
import { button, element, iconButton, setChildren, throttle } from "./dom.js";
import { decodeFilters, encodeFilters } from "./filter-model.js";
import { FilterBar } from "./filters.js";
import { Grid } from "./grid.js";
import { acceptFiles, chooseFile } from "./import.js";
import { tableKey } from "./document-keys.js";
import { newDocument } from "./new-document.js";
import { PageWindow } from "./page-window.js";
import { QueryStrip } from "./query-strip.js";
import { editCell } from "./save-cell.js";
import { go, replaceRoute, routeTo } from "./router.js";
import { forgetSchema, propertiesOf, schemaOf } from "./schema-cache.js";
import { MISSING, counted, formatCount, formatTime, valueAt } from "./values.js";

export class DocumentsScreen {
  constructor(app, collection, parameters) {
    this.app = app;
    this.collection = collection;
    this.title = collection;
    this.filters = decodeFilters(parameters.get("filters"));
    const path = parameters.get("order");
    this.order = path ? { path, descending: parameters.get("descending") === "1" } : null;
    this.columns = rememberedColumns(app.database.name, collection);
    this.properties = [];
    this.build();
  }

  build() {
    const { app } = this;
    this.filterBar = new FilterBar({ collection: this.collection, filters: this.filters, properties: () => this.properties, changed: (filters) => {
      this.filters = filters;
      // Documents of another type have other properties. Columns that the user chose stay.
      this.renewsColumns = rememberedColumns(app.database.name, this.collection) === null;
      this.reload();
    }, applied: () => this.focus() });
    this.strip = new QueryStrip();
    this.count = element("span", { class: "count", text: "" });
    this.status = element("span", { class: "status-text" });
    this.empty = element("p", { class: "empty", hidden: true });
    this.place = element("div", { class: "grid-place" });
    this.selection = element("div", { class: "selection-bar", role: "toolbar", "aria-label": "Selected documents", hidden: true });
    const tools = element("div", { class: "toolbar", role: "toolbar", "aria-label": "Collection" },
      app.canEdit && button("New", () => newDocument(app, this.collection), { icon: "add", kind: "primary", title: "New document (n)" }),
      app.canEdit && button("Import", () => chooseFile(app, this.collection), { icon: "import" }),
      button("Columns", () => this.changeColumns(), { icon: "columns" }),
      iconButton("more", "More actions", (event) => collectionMenu(this, event.currentTarget)));
    this.element = element("section", { class: "screen documents", "aria-labelledby": "screen-title" },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: this.collection }), this.count, tools),
      this.filterBar.element, this.strip.element, this.place,
      element("footer", { class: "status" }, this.selection, this.status, element("span", { class: "pager" },
        iconButton("first", "First document (Home)", () => this.grid?.activate(0)),
        iconButton("last", "Last document (End)", () => this.grid?.activate(this.grid.count - 1)))));
    if (app.canEdit) acceptFiles(this.element, app, this.collection);
    this.refreshSoon = throttle(200, () => this.refresh());
    this.changedIDs = new Set();
  }

  async open() {
    schemaOf(this.collection).then((schema) => (this.properties = propertiesOf(schema)), reportError);
    await this.load();
  }

  /** Shows the table again after another screen, at the same place. */
  async resume() {
    this.grid?.restore();
    await this.refresh();
  }

  /** The address of the table with its filters and its order. */
  get route() {
    return routeTo(["c", this.collection], this.parameters);
  }

  get parameters() {
    return { filters: encodeFilters(this.filters), order: this.order?.path, descending: this.order?.descending ? 1 : null };
  }

  close() {
    this.window?.close();
    this.grid?.close();
    this.isClosed = true;
  }

  focus() {
    (this.grid?.element ?? this.element.querySelector("h1")).focus();
  }

  /** The condition and the order of the page, as the server expects them. */
  get condition() {
    return { collection: this.collection, filters: this.filters, order: this.order ? [this.order] : [] };
  }

  reload() {
    replaceRoute(["c", this.collection], this.parameters);
    this.announcesCount = true;
    return this.load();
  }

  /** Reads the first page and shows the table. */
  async load() {
    this.window?.close();
    const needsColumns = this.columns === null || this.renewsColumns;
    const pages = new PageWindow({
      load: (request, signal) => post("documents/page", { ...this.condition, columns: this.paths, ...request }, signal),
      count: async (signal) => Number((await post("documents/count", { collection: this.collection, filters: this.filters }, signal)).count),
      changed: () => this.update(),
      failed: reportError,
    });
    this.window = pages;
    try {
      await pages.start();
    } catch (error) {
      if (error.name !== "AbortError" && this.window === pages) this.fail(error);
      return;
    }
    if (this.window !== pages || this.isClosed) return;
    if (needsColumns && pages.pages[0].documents.length) {
      this.renewsColumns = false;
      this.columns = defaultColumns(pages.pages[0].documents.map(({ body }) => body));
      this.updateGrid();
    }
  }

  fail(error) {
    this.grid?.close();
    this.grid = null;
    setChildren(this.place, errorBox(error, () => this.load()));
    this.status.textContent = "";
  }

  get paths() {
    if (this.renewsColumns) return null;
    return this.columns?.map(({ path }) => path).filter((path) => path !== ID_COLUMN) ?? null;
  }

  get gridColumns() {
    return (this.columns ?? [{ path: ID_COLUMN, width: 190 }]).map((column) => ({
      key: column.path, label: column.path === ID_COLUMN ? "ID" : column.path, width: column.width, source: column,
    }));
  }

  /** Shows what the window has loaded. */
  update() {
    if (this.isClosed) return;
    if (!this.grid) this.updateGrid();
    if (this.grid.count !== this.window.length) this.grid.setCount(this.window.length);
    else this.grid.draw();
    this.strip.show(this.window.answer);
    const { total } = this.window;
    this.count.textContent = total === null ? "" : counted(total, "document");
    this.showStatus();
    // The number is known after the first page.
    if (!this.announcesCount || total === null) return;
    this.announcesCount = false;
    announce(total ? counted(total, "document") : this.emptyText);
  }

  updateGrid() {
    if (this.grid) {
      this.grid.setColumns(this.gridColumns);
      return;
    }
    this.grid = new Grid({
      label: `Documents of ${this.collection}`, columns: this.gridColumns, isSelectable: true,
      rowAt: (index) => this.window.row(index), rowKey: (row) => row.id,
      cell: (row, column) => documentCell(this.collection, row, column),
      rangeChanged: (first, last) => {
        this.range = [first, last];
        this.window.need(first, last);
        this.showStatus();
      },
      open: (row) => this.openDocument(row.id),
      edit: this.app.canEdit ? (row, column) => editCell(this, row, column) : undefined,
      menu: (row, column, point) => cellMenu(this, row, column, point),
      headerMenu: (column, point) => columnMenu(this, column, point),
      key: (event) => tableKey(this, event),
      sort: (column) => this.sort(column), sorting: () => this.order,
      resized: (column, width) => {
        column.source.width = width;
        this.saveColumns();
      },
      moved: (from, to) => this.moveColumn(from, to),
      selectionChanged: () => selectionBar(this),
    });
    setChildren(this.place, this.grid.element, this.empty);
  }

  showStatus() {
    if (!this.range || !this.window.answer) return;
    const total = this.window.length;
    if (total && !this.window.row(this.range[0])) {
      this.status.textContent = `Looking for row ${formatCount(this.range[0] + 1)} of ${formatCount(total)}…`;
      return;
    }
    const last = Math.min(this.range[1], total);
    const time = formatTime(this.window.answer.time);
    this.status.textContent = total ? `${formatCount(this.range[0] + 1)}–${formatCount(last)} of ${formatCount(total)} · ${time}` : time;
    this.empty.hidden = total > 0;
    this.empty.textContent = this.emptyText;
  }

  get emptyText() {
    return this.filters.length ? "No document matches the filters." : "This collection has no documents.";
  }

  sort(column) {
    const isSame = this.order?.path === column.key;
    this.setOrder(isSame && this.order.descending ? null : { path: column.key, descending: isSame });
  }

  setOrder(order) {
    this.order = order;
    this.grid.drawHead();
    this.reload();
  }

  moveColumn(from, to) {
    this.columns.splice(to, 0, ...this.columns.splice(from, 1));
    this.columnsChanged();
  }

  hideColumn(index) {
    this.columns.splice(index, 1);
    this.columnsChanged();
  }

  columnsChanged() {
    this.saveColumns();
    this.grid.setColumns(this.gridColumns);
  }

  async changeColumns() {
    const chosen = await chooseColumns(this.gridColumns.map(({ source }) => source), this.properties);
    if (!chosen) return;
    if (chosen.length) {
      this.columns = chosen;
      this.saveColumns();
    } else {
      this.columns = null;
      forgetColumns(this.app.database.name, this.collection);
    }
    this.updateGrid();
    await this.load();
  }

  saveColumns() {
    rememberColumns(this.app.database.name, this.collection, this.columns);
  }

  openDocument(id) {
    go(["d", this.collection, id]);
  }

  /** Adds a filter for the value of a cell. */
  filterBy(row, column, operator = "=") {
    const value = column.key === ID_COLUMN ? row.id : valueAt(row.body, column.key);
    const filter = { path: column.key, operator, value };
    if (value === MISSING) Object.assign(filter, { operator: operator === "=" ? "isMissing" : "isPresent", value: undefined });
    this.filterBar.add(filter);
    this.grid.element.focus();
  }

  /** Receives the IDs of documents that have changed, also in other processes. */
  changed(change) {
    if (change.collection !== this.collection) return;
    for (const id of change.ids) this.changedIDs.add(id);
    this.refreshSoon();
  }

  async refresh() {
    if (this.isClosed || !this.grid || !this.element.isConnected) return;
    if (this.window.isBusy) return this.refreshSoon();
    forgetSchema(this.collection);
    try {
      const ids = this.changedIDs;
      this.changedIDs = new Set();
      const changed = await this.window.refresh(...this.range);
      if (!this.columns && this.window.length) await this.load();
      this.grid?.flash(ids.size ? new Set([...changed].filter((id) => ids.has(id))) : changed);
    } catch (error) {
      reportError(error);
    }
  }
}
