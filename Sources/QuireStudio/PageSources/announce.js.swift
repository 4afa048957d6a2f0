// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let announceJS = ####"""
/** Messages for the user: spoken by screen readers, and shown for a moment or until dismissed. */

import { button, element, iconButton } from "./dom.js";

const DURATION = 6000;

/** Lets screen readers speak a message. */
export function announce(text) {
  const region = document.getElementById("live");
  region.textContent = "";
  // A region is spoken only if its text changes after it has been emptied.
  requestAnimationFrame(() => (region.textContent = text));
}

/** Shows a message for a moment. An action is a pair of a label and a function. */
export function notify(text, { action, isError = false } = {}) {
  const box = document.getElementById("messages");
  const note = element("div", { class: `message ${isError ? "error" : ""}` }, element("span", { text }));
  const close = () => note.remove();
  if (action) {
    note.append(button(action[0], () => {
      close();
      action[1]();
    }, { kind: "quiet" }));
  }
  note.append(iconButton("close", "Dismiss", close));
  box.append(note);
  while (box.children.length > 4) box.firstChild.remove();
  announce(text);
  if (!isError) setTimeout(close, DURATION);
}

/** Shows the message of an error until it is dismissed. A canceled request is no error. */
export function reportError(error) {
  if (error?.name === "AbortError") return;
  notify(error?.message ?? String(error), { isError: true });
}

/** Creates a message about an error for the place where it arose. */
export function errorBox(error, retry) {
  return element("div", { class: "error-box", role: "alert" },
    element("span", { text: error.message }), retry && button("Try again", retry));
}

"""####
}
