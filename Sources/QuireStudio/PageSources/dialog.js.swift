// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let dialogJS = ####"""
/** Modal dialogs. */

import { button, element } from "./dom.js";

/**
 * Shows a dialog and returns a promise of the value with which it is closed, or `null` if it is
 * dismissed.
 *
 * The function `build` receives the function that closes the dialog and returns the dialog's
 * contents and its buttons.
 */
export function showDialog(title, build, { isWide = false } = {}) {
  const previous = document.activeElement;
  return new Promise((resolve) => {
    let result = null;
    const dialog = element("dialog", { class: isWide ? "wide" : "", "aria-labelledby": "dialog-title" });
    const close = (value = null) => {
      result = value;
      dialog.close();
    };
    const { content, buttons, submit } = build(close);
    const form = element("form", { method: "dialog", on: { submit: (event) => {
      event.preventDefault();
      submit?.();
    } } },
    element("h2", { id: "dialog-title", text: title }),
    element("div", { class: "dialog-content" }, content),
    element("div", { class: "dialog-buttons" }, buttons));
    dialog.append(form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (previous?.isConnected) previous.focus();
      resolve(result);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for a confirmation. Returns a promise of whether it was given. */
export function confirmAction(title, text, label) {
  return showDialog(title, (close) => ({
    content: element("p", { text }),
    buttons: [
      button("Cancel", () => close()),
      button(label, () => close(true), { kind: "danger", autofocus: true }),
    ],
    submit: () => close(true),
  }));
}

/** Creates the two buttons of a form in a dialog. */
export function formButtons(close, label) {
  return [button("Cancel", () => close()), element("button", { type: "submit", class: "button primary", text: label })];
}

"""####
}
