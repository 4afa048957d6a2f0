// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let shortcutsJS = ####"""
/** The keys that work on all screens. */

import { showKeys } from "./help.js";
import { go } from "./router.js";

const TARGETS = { q: ["query"], s: ["schema"], i: ["indexes"], k: ["check"], y: ["sync"] };
const SEQUENCE_TIME = 1500;

/** Starts to handle the keys. */
export function handleShortcuts(app) {
  let startedAt = 0;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open], .menu")) return;
    if (isText(event.target)) return;
    const isSecond = Date.now() - startedAt < SEQUENCE_TIME;
    startedAt = 0;
    if (isSecond && event.key === "c") app.openFirst();
    else if (isSecond && TARGETS[event.key]) go(TARGETS[event.key]);
    else if (event.key === "g") startedAt = Date.now();
    else if (event.key === "?") showKeys();
    else if (event.key === "/" && app.screen?.filterBar) app.screen.filterBar.edit(null);
    else if (event.key === "Escape" && app.screen?.back) app.screen.back();
    else return;
    event.preventDefault();
  });
}

const isText = (target) => target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);

"""####
}
