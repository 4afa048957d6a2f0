/** The screen with the state of the synchronization and the open conflicts. */

import { get, post } from "./api.js";
import { errorBox, notify } from "./announce.js";
import { button, element, setChildren } from "./dom.js";
import { mergeDialog } from "./merge.js";
import { routeTo } from "./router.js";
import { writeJSON } from "./json.js";
import { counted } from "./values.js";

export class SyncScreen {
  constructor(app) {
    this.app = app;
    this.title = "Synchronization";
    this.place = element("div", { class: "scroll" });
    this.element = element("section", { class: "screen sync", "aria-labelledby": "screen-title" },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: "Synchronization" }),
        element("div", { class: "toolbar", role: "toolbar", "aria-label": "Synchronization" }, button("Read again", () => this.open(), { icon: "refresh" }))), this.place);
  }

  focus() {
    this.element.querySelector("h1").focus();
  }

  async open() {
    const parts = await Promise.all([
      get("replication").then((state) => remotes(state), errorBox),
      this.app.database.capabilities.conflicts
        ? get("conflicts").then(({ conflicts }) => this.conflicts(conflicts), errorBox)
        : element("p", { class: "hint", text: "This store keeps no conflicts." }),
    ]);
    setChildren(this.place, parts);
  }

  conflicts(conflicts) {
    return element("section", {}, element("h2", { text: conflicts.length ? counted(conflicts.length, "open conflict") : "Conflicts" }),
      conflicts.length ? conflicts.map((conflict) => this.conflict(conflict)) : element("p", { class: "hint", text: "No document has a conflict." }));
  }

  conflict(conflict) {
    const [remote] = conflict.remotes;
    const problem = element("p", { class: "problem", role: "alert" });
    const resolve = async (keep, body) => {
      problem.textContent = "";
      try {
        await post("conflicts/resolve", { collection: conflict.collection, id: conflict.id, keep, ...(body ? { body } : {}) });
        notify(`Conflict of "${conflict.id}" resolved`);
        await this.open();
        this.focus();
      } catch (error) {
        problem.textContent = error.message;
      }
    };
    const merge = async () => {
      const body = await mergeDialog({
        title: `Merge "${conflict.id}"`, base: conflict.base?.body ?? conflict.base ?? null, mine: conflict.current.body, theirs: remote.body, labels: ["Local", "Remote"], action: "Save merged",
        text: "Choose which side to keep for each property that differs.",
      });
      if (body) resolve("body", body);
    };
    const sides = [["Local", conflict.current], ...conflict.remotes.map((side) => [`Remote ${side.remote}`, side])];
    return element("article", { class: "card conflict-card" },
      element("header", { class: "card-head" }, element("h3", {}, element("a", { href: routeTo(["d", conflict.collection, conflict.id]), text: conflict.id })),
        element("span", { class: "detail", text: conflict.collection })),
      element("div", { class: "sides-grid" }, sides.map(([label, side]) => element("div", {},
        element("h4", { text: label }), element("p", { class: "detail code", text: side.revision }),
        element("pre", { class: "code-block", tabindex: 0, "aria-label": `${label} version`, text: side.body ? writeJSON(side.body, 2) : "Deleted" })))),
      this.app.canEdit && element("div", { class: "row" },
        button("Keep local", () => resolve("local")), button("Keep remote", () => resolve("remote")),
        conflict.current.body && remote?.body && button("Merge…", merge, { kind: "primary" })), problem);
  }
}

function remotes({ remotes: list }) {
  return element("section", {}, element("h2", { text: "Remotes" }),
    list?.length
      ? element("ul", { class: "card list" }, list.map((remote) => element("li", {}, element("strong", { class: "code", text: remote.url }),
        element("span", { class: "detail", text: remote.pending ? `${counted(remote.pending, "change")} to push` : "all changes pushed" }))))
      : element("p", { class: "hint", text: "This database was not synchronized." }));
}
