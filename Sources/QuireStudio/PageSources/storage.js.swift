// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let storageJS = ####"""
/** What the page remembers between visits. A browser that refuses to store has the same functions. */

const PREFIX = "quire-studio:";

/** Returns a remembered value. */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Remembers a value. */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden.
  }
}

"""####
}
