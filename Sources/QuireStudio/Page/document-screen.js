/** The screen with one document as a tree and as JSON text. */

import { documents } from "./api.js";
import { notify, reportError } from "./announce.js";
import { copyText } from "./clipboard.js";
import { confirmAction } from "./dialog.js";
import { documentDetails } from "./document-details.js";
import { button, element, iconButton, setChildren } from "./dom.js";
import { copyValue, equalValues, writeJSON } from "./json.js";
import { openMenu } from "./menu.js";
import { mergeDialog } from "./merge.js";
import { go } from "./router.js";
import { recall, remember } from "./storage.js";
import { TextEditor } from "./text-editor.js";
import { Tree } from "./tree.js";
import { similarActions } from "./vectors.js";

export class DocumentScreen {
  constructor(app, collection, id) {
    Object.assign(this, { app, collection, id, title: id });
    this.build();
  }

  build() {
    const { canEdit } = this.app;
    this.tree = new Tree({
      label: `Document ${this.id}`, value: Object.create(null), canEdit, canAttach: this.app.database.capabilities.blobs,
      changed: () => this.treeChanged(), openReference: (id) => go(["d", this.collection, id]),
    });
    this.editor = new TextEditor({ label: `Document ${this.id} as JSON`, canEdit, changed: (value) => this.textChanged(value) });
    this.notice = element("div", { class: "notice", role: "status", hidden: true });
    this.state = element("span", { class: "count", role: "status" });
    this.saveButton = canEdit && button("Save", () => this.save(), { kind: "primary", title: "Save (Ctrl+S)" });
    this.revertButton = canEdit && button("Revert", () => this.show(this.stored));
    this.details = element("div", { class: "details-place" });
    this.views = [["tree", "Tree"], ["text", "JSON"]].map(([view, label]) =>
      element("button", { type: "button", text: label, data: { view }, on: { click: () => this.choose(view) } }));
    const add = canEdit && button("Add property", () => this.addProperty(), { kind: "quiet", icon: "add" });
    this.element = element("section", { class: "screen document", "aria-labelledby": "screen-title", on: { keydown: (event) => this.key(event) } },
      element("header", { class: "screen-head" },
        iconButton("left", `Back to ${this.collection} (Escape)`, () => this.back()),
        element("h1", { id: "screen-title", tabindex: -1, text: this.id }), this.state,
        element("div", { class: "toolbar", role: "toolbar", "aria-label": "Document" },
          this.revertButton, this.saveButton, canEdit && button("Delete", () => this.remove(false), { kind: "danger", icon: "remove" }),
          iconButton("more", "More actions", (event) => this.menu(event.currentTarget)))),
      this.notice,
      element("div", { class: "document-body" },
        element("div", { class: "document-main" },
          element("div", { class: "view-bar" }, element("div", { class: "segments", role: "group", "aria-label": "View" }, this.views), add),
          element("div", { class: "panes" },
            element("div", { class: "pane tree-pane" }, this.tree.element), element("div", { class: "pane text-pane" }, this.editor.element))),
        this.details));
    this.choose(recall("view", "tree"));
    this.beforeUnload = (event) => this.isChanged && event.preventDefault();
    addEventListener("beforeunload", this.beforeUnload);
  }

  choose(view) {
    this.element.dataset.view = view === "text" ? "text" : "tree";
    for (const node of this.views) node.setAttribute("aria-pressed", String(node.dataset.view === this.element.dataset.view));
    remember("view", this.element.dataset.view);
  }

  async open() {
    try {
      const stored = await documents.read(this.collection, this.id);
      this.element.classList.remove("failed");
      this.show(stored);
    } catch (error) {
      this.element.classList.add("failed");
      this.showNotice(error.message, ["Try again", () => this.open()], true);
    }
  }

  close() {
    this.isClosed = true;
    removeEventListener("beforeunload", this.beforeUnload);
    this.closeDetails?.();
  }

  focus() {
    if (this.element.dataset.view === "tree" && this.tree.nodes.length) this.tree.focus();
    else this.element.querySelector("h1").focus();
  }

  back() {
    this.app.backToTable(this.collection);
  }

  /** Shows a document as it is stored. */
  show(stored) {
    this.stored = stored;
    this.draft = copyValue(stored.body);
    this.notice.hidden = true;
    this.tree.show(this.draft);
    this.editor.show(this.draft);
    this.closeDetails?.();
    const details = documentDetails(this.app, stored, () => this.readAgain());
    this.closeDetails = details.close;
    setChildren(this.details, details.element);
    this.showState();
  }

  get isChanged() {
    return this.stored !== undefined && (this.editor.error !== null || !equalValues(this.draft, this.stored.body));
  }

  showState() {
    const { isChanged } = this;
    this.state.textContent = this.editor.error ? "Not valid" : isChanged ? "Not saved" : "";
    if (!this.saveButton) return;
    this.saveButton.disabled = !isChanged || this.editor.error !== null;
    this.revertButton.hidden = !isChanged;
  }

  treeChanged() {
    this.editor.show(this.draft);
    this.showState();
  }

  textChanged(value) {
    if (value !== undefined) {
      this.draft = value;
      this.tree.show(value);
    }
    this.showState();
  }

  async addProperty() {
    const { treeEditing } = await import("./tree-editing.js");
    this.choose("tree");
    treeEditing.add(this.tree, []);
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      this.editor.readPending();
      if (this.saveButton && !this.saveButton.disabled) this.save();
    }
  }

  /** Asks before unsaved changes are discarded. */
  async mayLeave() {
    return !this.isChanged || Boolean(await confirmAction("Discard changes", `The changes of "${this.id}" are not saved.`, "Discard"));
  }

  async save(body = this.draft, revision = this.stored.revision) {
    try {
      this.show(await documents.save(this.collection, this.id, body, revision));
      notify("Saved");
    } catch (error) {
      if (error.code === "conflict") await this.resolve(body, error.answer.current);
      else this.showNotice(error.message, null, true);
    }
  }

  /** Lets the user merge the draft with a version that another writer has saved meanwhile. */
  async resolve(mine, theirs) {
    if (!theirs) {
      const creates = await confirmAction("Deleted by another writer", `The document "${this.id}" was deleted since it was read.`, "Save it as a new document");
      if (!creates) return;
      try {
        this.show(await documents.create(this.collection, this.id, mine));
      } catch (error) {
        this.showNotice(error.message, null, true);
      }
      return;
    }
    const body = await mergeDialog({
      title: "Changed by another writer", base: this.stored.body, mine, theirs: theirs.body, action: "Save merged",
      text: `The document "${this.id}" was saved by another writer since it was read. Choose what to keep.`,
    });
    if (body) await this.save(body, theirs.revision);
    else this.showNotice("The stored version differs from yours.", ["Show the stored version", () => this.show(theirs)]);
  }

  showNotice(text, action, isError = false) {
    this.notice.hidden = false;
    this.notice.className = `notice ${isError ? "error" : ""}`;
    setChildren(this.notice, element("span", { text }), action && button(action[0], action[1]));
  }

  async remove(purge) {
    const title = purge ? "Purge the document" : "Delete the document";
    const text = purge ? `Purge "${this.id}"? It disappears without a tombstone and is not synchronized as deleted.` : `Delete "${this.id}"?`;
    if (!(await confirmAction(title, text, purge ? "Purge" : "Delete"))) return;
    this.isRemoving = true;
    try {
      await documents.delete(this.collection, this.id, this.stored.revision, purge);
    } catch (error) {
      this.isRemoving = false;
      this.showNotice(error.code === "conflict" ? "The document was changed by another writer and is not deleted." : error.message,
        error.code === "conflict" && error.answer.current ? ["Show the stored version", () => this.show(error.answer.current)] : null, true);
      return;
    }
    this.stored = undefined;
    notify(`Document "${this.id}" ${purge ? "purged" : "deleted"}`);
    this.app.collectionsChanged();
    this.app.backToTable(this.collection);
  }

  async menu(place) {
    const similar = this.stored ? await similarActions(this.app, this.collection, this.id, this.stored.body) : [];
    if (this.isClosed) return;
    openMenu([
      ...similar, similar.length > 0 && null,
      ["Copy as JSON", () => copyText(writeJSON(this.draft, 2), "Document copied")],
      ["Copy ID", () => copyText(this.id, "ID copied")],
      ["Read again", () => this.readAgain()],
      this.app.canEdit && ["Duplicate", () => this.duplicate()],
      this.app.canEdit && null,
      this.app.canEdit && ["Purge…", () => this.remove(true), "danger"],
    ].filter((item) => item !== false), place, "Document");
  }

  async duplicate() {
    try {
      const copy = await documents.create(this.collection, `${this.id}-${crypto.randomUUID().slice(0, 8)}`, this.draft);
      go(["d", this.collection, copy.id]);
    } catch (error) {
      reportError(error);
    }
  }

  async readAgain() {
    if (!(await this.mayLeave())) return;
    await this.open();
  }

  /** Shows a change by another writer, or offers it while there is a draft. */
  async changed({ collection, ids, truncated }) {
    if (collection !== this.collection || !(truncated || ids.includes(this.id)) || !this.stored || this.isRemoving) return;
    let current;
    try {
      current = await documents.read(this.collection, this.id);
    } catch (error) {
      if (error.code === "notFound" && this.stored) this.showNotice("The document was deleted by another writer.", null, true);
      return;
    }
    if (this.isClosed || !this.stored || current.revision === this.stored.revision) return;
    if (this.isChanged || this.element.querySelector(".cell-editor")) {
      this.showNotice("The document was changed by another writer.", ["Compare", () => this.resolve(this.draft, current)]);
    } else {
      this.show(current);
      this.element.querySelector(".panes").classList.remove("flash");
      requestAnimationFrame(() => this.element.querySelector(".panes").classList.add("flash"));
    }
  }
}
