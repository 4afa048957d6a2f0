// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let themeJS = ####"""
/** The choice between light, dark, and the system's appearance. */

import { recall, remember } from "./storage.js";

const ORDER = ["system", "light", "dark"];

/** Applies the remembered appearance. */
export function applyTheme() {
  const theme = currentTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function currentTheme() {
  const theme = recall("theme", "system");
  return ORDER.includes(theme) ? theme : "system";
}

/** Switches to the next appearance and returns it. */
export function switchTheme() {
  const next = ORDER[(ORDER.indexOf(currentTheme()) + 1) % ORDER.length];
  remember("theme", next);
  applyTheme();
  return next;
}

"""####
}
