// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let checkScreenJS = ####"""
/** The screen with the faults of the database file. */

import { get } from "./api.js";
import { errorBox } from "./announce.js";
import { button, element, setChildren } from "./dom.js";
import { routeTo } from "./router.js";
import { counted, formatCount } from "./values.js";

export class CheckScreen {
  constructor(app) {
    this.app = app;
    this.title = "Check";
    this.place = element("div", { class: "scroll", "aria-live": "polite" });
    this.runButton = button("Check again", () => this.open(), { icon: "refresh" });
    this.element = element("section", { class: "screen check", "aria-labelledby": "screen-title" },
      element("header", { class: "screen-head" }, element("h1", { id: "screen-title", tabindex: -1, text: "Check" }),
        element("div", { class: "toolbar", role: "toolbar", "aria-label": "Check" }, this.runButton)), this.place);
  }

  focus() {
    this.element.querySelector("h1").focus();
  }

  close() {
    this.abort?.abort();
  }

  async open() {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    this.runButton.disabled = true;
    setChildren(this.place, element("p", { class: "loading", text: "Checking the file, its documents, and its indexes…" }));
    try {
      this.show(await get("check", {}, abort.signal));
    } catch (error) {
      if (error.name !== "AbortError") setChildren(this.place, errorBox(error, () => this.open()));
    } finally {
      if (this.abort === abort) this.runButton.disabled = false;
    }
  }

  show({ faults, notes, checked }) {
    const isSound = faults.length === 0;
    setChildren(this.place,
      element("div", { class: `verdict ${isSound ? "sound" : "faulty"}` }, element("strong", { text: isSound ? "No faults" : counted(faults.length, "fault") }),
        element("span", { class: "detail", text: Object.entries(checked ?? {}).map(([name, count]) => `${formatCount(count)} ${Number(count) === 1 ? name.replace(/(x)es$|s$/, "$1") : name}`).join(", ") })),
      !isSound && element("ul", { class: "card list" }, faults.map((fault) => element("li", {}, element("span", { text: fault.message }),
        fault.location && element("span", { class: "detail code", text: fault.location }), documentLink(fault)))),
      notes?.length > 0 && element("section", {}, element("h2", { text: "Notes" }), element("ul", { class: "card list" }, notes.map((note) =>
        element("li", {}, element("span", { text: note.message ?? note }), note.location && element("span", { class: "detail code", text: note.location }))))));
  }
}

function documentLink({ collection, id }) {
  if (!collection || !id) return null;
  return element("a", { href: routeTo(["d", collection, id]), text: `Open ${id}` });
}

"""####
}
