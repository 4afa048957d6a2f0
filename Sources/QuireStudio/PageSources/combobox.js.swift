// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let comboboxJS = ####"""
/** A text field with suggestions. */

import { element, setChildren } from "./dom.js";

const MAXIMUM = 50;
let lastNumber = 0;

/**
 * Creates a text field with suggestions below it.
 *
 * `suggestions(text)` returns objects with a `value` and a `detail`. `accept(value)` is called when
 * a suggestion is chosen or Enter is pressed.
 */
export function combobox({ label, placeholder, value = "", opensOnFocus = true, suggestions, accept, changed }) {
  const name = `suggestions-${++lastNumber}`;
  const list = element("div", { class: "suggestions", role: "listbox", id: name, "aria-label": `Suggestions for ${label}`, hidden: true });
  const input = element("input", {
    class: "input", type: "text", role: "combobox", "aria-label": label, "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": name, placeholder, autocomplete: "off", spellcheck: "false", autocapitalize: "off", value,
  });
  let items = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (index) => {
    input.value = items[index].value;
    close();
    accept?.(input.value);
  };
  const mark = (index) => {
    active = index;
    [...list.children].forEach((node, position) => node.setAttribute("aria-selected", String(position === index)));
    const node = list.children[index];
    if (node) {
      input.setAttribute("aria-activedescendant", node.id);
      node.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const open = () => {
    items = suggestions(input.value).slice(0, MAXIMUM);
    setChildren(list, items.map((item, index) => element("div", {
      class: "suggestion", role: "option", id: `${name}-${index}`, "aria-selected": "false",
      on: { pointerdown: (event) => {
        event.preventDefault();
        choose(index);
      } },
    }, element("span", { text: item.value }), item.detail && element("span", { class: "detail", text: item.detail }))));
    list.hidden = items.length === 0;
    input.setAttribute("aria-expanded", String(items.length > 0));
    mark(-1);
  };

  input.addEventListener("input", () => {
    open();
    changed?.(input.value);
  });
  if (opensOnFocus) input.addEventListener("focus", open);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) open();
      else mark((active + (event.key === "ArrowDown" ? 1 : items.length + (active < 0 ? 0 : -1))) % items.length);
    } else if (event.key === "Enter") {
      if (active >= 0) choose(active);
      else {
        close();
        accept?.(input.value);
      }
    } else if (event.key === "Escape" && !list.hidden) {
      close();
      event.stopPropagation();
    } else {
      return;
    }
    event.preventDefault();
  });
  return { element: element("div", { class: "combobox" }, input, list), input, open };
}

/** Orders suggestions: those that begin with the text first, then those that contain it. */
export function matching(items, text) {
  const search = text.toLowerCase();
  const starts = items.filter((item) => item.value.toLowerCase().startsWith(search));
  const others = items.filter((item) => !starts.includes(item) && item.value.toLowerCase().includes(search));
  return [...starts, ...others];
}

"""####
}
