/** The start of the page, and the choice of the screen that its address names. */

import { get, takeToken } from "./api.js";
import { announce, errorBox, reportError } from "./announce.js";
import { Changes } from "./changes.js";
import { element, iconButton, setChildren, throttle } from "./dom.js";
import { currentRoute, go } from "./router.js";
import { handleShortcuts } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { keepInMemory } from "./storage.js";
import { applyTheme } from "./theme.js";
import { DocumentsScreen } from "./documents-screen.js";
import { DocumentScreen } from "./document-screen.js";
import { QueryScreen } from "./query-screen.js";
import { SchemaScreen } from "./schema-screen.js";
import { IndexesScreen } from "./indexes-screen.js";
import { CheckScreen } from "./check-screen.js";
import { SyncScreen } from "./sync-screen.js";

class Studio {
  constructor(database) {
    this.database = database;
    this.canEdit = !database.readOnly;
    this.place = document.getElementById("screen");
    this.changes = new Changes((isConnected) => this.sidebar.setLive(isConnected));
    this.sidebar = new Sidebar(this);
    this.collectionsChanged = throttle(500, () => this.sidebar.load().catch(reportError));
    this.screen = null;
    this.current = null;
    this.table = null;
    /** The query console keeps its contents while other screens are open. */
    this.consoleState = null;
  }

  async start() {
    this.changes.listen((change) => {
      this.screen?.changed?.(change);
      this.collectionsChanged();
    });
    addEventListener("hashchange", () => this.show());
    handleShortcuts(this);
    document.getElementById("scrim").addEventListener("click", () => this.toggleSidebar(false));
    const shown = this.show();
    const loaded = this.sidebar.load();
    if (this.database.capabilities.changes) this.changes.run();
    await Promise.all([loaded, shown]);
    if (!this.current) this.openFirst();
    this.sidebar.loadSizes().catch(reportError);
  }

  /** Opens the first collection with documents. */
  async openFirst() {
    const { collections } = this.sidebar;
    const last = collections.find(({ name }) => name === this.lastCollection);
    const first = last ?? collections.find(({ count }) => Number(count) > 0) ?? collections[0];
    if (first) go(["c", first.name]);
  }

  /** The function that creates the screen of an address, or `null`. */
  screenFor({ parts, parameters }) {
    const [name, collection] = parts;
    switch (name) {
      case "c": return collection ? () => new DocumentsScreen(this, collection, parameters) : null;
      case "d": return parts.length === 3 ? () => new DocumentScreen(this, collection, parts[2]) : null;
      case "query": return () => new QueryScreen(this, parameters);
      case "schema": return () => new SchemaScreen(this, collection);
      case "indexes": return () => new IndexesScreen(this);
      case "check": return () => new CheckScreen(this);
      case "sync": return () => new SyncScreen(this);
      default: return null;
    }
  }

  async show() {
    const route = currentRoute();
    if (this.screen?.mayLeave && !(await this.screen.mayLeave())) {
      history.replaceState(null, "", this.address);
      return;
    }
    const isKept = this.table?.route === location.hash;
    const create = isKept ? () => this.table : this.screenFor(route);
    if (!create) return route.parts.length ? this.openFirst() : undefined;
    const isFirst = this.screen === null;
    const screen = this.replaceScreen(create);
    this.address = location.hash;
    this.current = { screen: route.parts[0], collection: route.parts[1] };
    if (["c", "d"].includes(route.parts[0])) this.lastCollection = route.parts[1];
    document.title = `${screen.title} – ${this.database.name} – Quire Studio`;
    setChildren(this.place, this.topBar(), screen.element);
    this.toggleSidebar(false);
    this.sidebar.mark();
    if (!isFirst) announce(screen.title);
    try {
      await (isKept ? screen.resume() : screen.open());
    } catch (error) {
      if (this.screen === screen && error.name !== "AbortError") screen.element.append(errorBox(error, () => this.show()));
    }
    if (this.screen === screen) screen.focus?.();
  }

  /** Closes the current screen. A table stays, so that closing a document returns to its place. */
  replaceScreen(create) {
    if (this.screen !== this.table) this.screen?.close?.();
    const screen = create();
    if (screen instanceof DocumentsScreen) {
      if (this.table !== screen) this.table?.close();
      this.table = screen;
    }
    this.screen = screen;
    return screen;
  }

  /** Returns to the table that was shown last, if it is one of a collection. */
  backToTable(collection) {
    if (this.table?.collection === collection) location.hash = this.table.route;
    else go(["c", collection]);
  }

  /** The bar of narrow windows, which opens the sidebar. */
  topBar() {
    return element("div", { class: "top-bar" }, iconButton("menu", "Open the sidebar", () => this.toggleSidebar(true)),
      element("span", { class: "top-name", text: this.database.name }),
      element("span", { class: `badge ${this.canEdit ? "editing" : "read-only"}`, text: this.canEdit ? "Editing" : "Read only" }));
  }

  toggleSidebar(isOpen) {
    document.getElementById("app").classList.toggle("sidebar-open", isOpen);
    document.getElementById("scrim").hidden = !isOpen;
    if (isOpen) document.querySelector("#sidebar a")?.focus();
  }
}

async function start() {
  applyTheme();
  const place = document.getElementById("screen");
  const hasToken = takeToken();
  try {
    if (!hasToken) throw new Error("The address has no token. Open the address that quire studio has printed.");
    const database = await get("database");
    if (database.encrypted) keepInMemory(database.name);
    await new Studio(database).start();
  } catch (error) {
    setChildren(place, errorBox(error));
  }
}

start();
