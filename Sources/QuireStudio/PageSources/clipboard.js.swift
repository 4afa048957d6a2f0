// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let clipboardJS = ####"""
/** Copying to the clipboard, and saving files. */

import { notify, reportError } from "./announce.js";
import { button, element } from "./dom.js";

/** Copies text and confirms it. */
export async function copyText(text, what = "Copied") {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyBySelection(text)) return reportError(new Error("The browser does not allow copying."));
  }
  notify(what);
}

function copyBySelection(text) {
  const area = element("textarea", { class: "offscreen", value: text });
  const previous = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  previous?.focus();
  return isCopied;
}

/** Creates a button that copies the text which a function returns. */
export function copyButton(label, text, what = "Copied") {
  return button(label, () => copyText(text(), what), { kind: "quiet", icon: "copy" });
}

/** Saves bytes as a file. */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

"""####
}
