/** The sidebar: the database, its collections, and the other screens. */

import { get, post, request } from "./api.js";
import { notify, reportError } from "./announce.js";
import { confirmAction, formButtons, showDialog } from "./dialog.js";
import { element, field, icon, iconButton, setChildren } from "./dom.js";
import { showKeys } from "./help.js";
import { go, routeTo } from "./router.js";
import { currentTheme, switchTheme } from "./theme.js";
import { counted, formatBytes, formatCount } from "./values.js";

const SCREENS = [
  ["query", "Query console", "query", () => true], ["schema", "Schema", "schema", () => true], ["indexes", "Indexes", "index", (can) => can.indexes !== false],
  ["check", "Check", "check", (can) => can.check], ["sync", "Synchronization", "sync", () => true],
];

export class Sidebar {
  constructor(app) {
    this.app = app;
    this.collections = [];
    this.list = element("ul", { class: "nav-list collections" });
    this.live = element("span", { class: "live off", role: "img", "aria-label": "Not connected to changes", title: "Not connected to changes" });
    this.draw();
  }

  draw() {
    const { app } = this;
    const { database } = app;
    const badge = element("span", { class: `badge ${app.canEdit ? "editing" : "read-only"}`, text: app.canEdit ? "Editing" : "Read only" });
    const theme = iconButton("theme", `Appearance: ${currentTheme()}`, () => {
      const name = switchTheme();
      theme.setAttribute("aria-label", `Appearance: ${name}`);
      theme.title = `Appearance: ${name}`;
      notify(`Appearance: ${name}`);
    });
    setChildren(document.getElementById("sidebar"),
      element("div", { class: "brand" },
        element("div", { class: "brand-text" }, element("span", { class: "brand-name", text: database.name }),
          element("span", { class: "brand-path", text: database.path, title: database.path })), this.live),
      element("div", { class: "brand-facts" }, badge, element("span", { class: "facts", text: [database.engine === "postgresql" ? "PostgreSQL" : formatBytes(database.size), ...(database.encrypted ? ["encrypted"] : [])].join(" · ") })),
      element("div", { class: "nav-scroll", tabindex: -1 },
        element("div", { class: "nav-title" }, element("h2", { text: "Collections" }),
          app.canEdit && iconButton("add", "Create a collection", () => this.create())),
        this.list,
        element("div", { class: "nav-title" }, element("h2", { text: "Database" })),
        element("ul", { class: "nav-list" }, SCREENS.filter(([, , , isShown]) => isShown(database.capabilities)).map(([route, label, name]) =>
          element("li", {}, element("a", { href: routeTo([route]), data: { screen: route } }, icon(name), element("span", { text: label })))))),
      element("div", { class: "nav-foot" }, element("span", { class: "version", text: `Quire ${database.version}` }),
        iconButton("help", "Keys (?)", showKeys), theme));
  }

  /** Reads the collections again. */
  async load() {
    const { collections } = await get("collections");
    for (const collection of collections) {
      const old = this.collections.find(({ name }) => name === collection.name);
      collection.size ??= old?.size ?? null;
      collection.tombstones ??= old?.tombstones ?? null;
    }
    this.show(collections);
  }

  /** Reads the sizes of the collections, which takes longer than their counts. */
  async loadSizes() {
    const { collections } = await get("collections", { sizes: 1 });
    this.show(collections);
  }

  show(collections) {
    this.collections = collections;
    const scopes = new Set(collections.map(({ scope }) => scope));
    setChildren(this.list, collections.map((collection) => this.item(collection, scopes.size > 1)));
    this.mark();
  }

  item({ name, scope, collection, count, size, tombstones }, showsScope) {
    const details = [counted(count, "document"), size && formatBytes(size), Number(tombstones) && counted(tombstones, "tombstone")].filter(Boolean);
    return element("li", {},
      element("a", { href: routeTo(["c", name]), data: { collection: name }, title: `${name}\n${details.join(", ")}` },
        icon("collection"),
        element("span", { class: "nav-name" }, showsScope && scope !== "_default" && element("span", { class: "scope", text: `${scope}.` }), collection),
        element("span", { class: "nav-count" }, element("span", { text: formatCount(count) }),
          size && element("span", { class: "nav-size", text: formatBytes(size) }))),
      this.app.canEdit && this.app.database.capabilities.deleteCollections !== false && name !== "_default._default" && iconButton("remove", `Remove the collection ${name}`, () => this.remove(name, count), { class: "nav-remove" }));
  }

  /** Marks the current screen. */
  mark() {
    const { screen, collection } = this.app.current ?? {};
    for (const link of document.querySelectorAll("#sidebar a")) {
      const isCurrent = link.dataset.screen ? link.dataset.screen === screen : ["c", "d"].includes(screen) && link.dataset.collection === collection;
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  setLive(isConnected) {
    const label = isConnected ? "Live: changes appear immediately" : "Not connected to changes";
    this.live.classList.toggle("off", !isConnected);
    this.live.setAttribute("aria-label", label);
    this.live.title = label;
  }

  async create() {
    const name = element("input", { class: "input", required: true, placeholder: "inventory.hotel", spellcheck: "false", autocapitalize: "off" });
    const problem = element("p", { class: "problem", role: "alert" });
    const created = await showDialog("Create a collection", (close) => ({
      content: [field("Name", name, "A name, or a scope and a name separated by a dot."), problem],
      buttons: formButtons(close, "Create"),
      submit: async () => {
        const full = name.value.includes(".") ? name.value : `_default.${name.value}`;
        try {
          await post("collections", { name: full });
          close(full);
        } catch (error) {
          problem.textContent = error.message;
        }
      },
    }));
    if (!created) return;
    await this.load();
    go(["c", created]);
  }

  async remove(name, count) {
    const isConfirmed = await confirmAction("Remove the collection", `Remove ${name} with ${counted(count, "document")}? This cannot be undone.`, "Remove");
    if (!isConfirmed) return;
    try {
      await request("DELETE", `collections/${encodeURIComponent(name)}`, { headers: { "Content-Type": "application/json" } });
      notify(`Collection ${name} removed`);
      await this.load();
      if (this.app.current.collection === name) this.app.openFirst();
    } catch (error) {
      reportError(error);
    }
  }
}
