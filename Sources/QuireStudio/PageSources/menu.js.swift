// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let menuJS = ####"""
/** Menus that open at a button or at a point. */

import { element } from "./dom.js";

/**
 * Opens a menu. An item is a pair of a label and an action, or `null` for a separator. The place is
 * an element or a point.
 */
export function openMenu(items, place, label = "Actions") {
  const previous = document.activeElement;
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label, tabindex: -1 });
  const close = (returnsFocus = true) => {
    if (!menu.isConnected) return;
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    if (returnsFocus && previous?.isConnected) previous.focus();
  };
  const outside = (event) => {
    if (!menu.contains(event.target)) close(false);
  };
  const buttons = [];
  for (const item of items) {
    if (item === null) {
      menu.append(element("div", { class: "separator", role: "separator" }));
      continue;
    }
    const [title, action, kind] = item;
    const entry = element("button", { type: "button", role: "menuitem", tabindex: -1, class: `menu-item ${kind ?? ""}`, text: title, on: { click: () => {
      close();
      action();
    } } });
    buttons.push(entry);
    menu.append(entry);
  }
  const focus = (index) => buttons[(index + buttons.length) % buttons.length].focus();
  menu.addEventListener("keydown", (event) => {
    const index = buttons.indexOf(document.activeElement);
    const target = { ArrowDown: index + 1, ArrowUp: index < 0 ? -1 : index - 1, Home: 0, End: -1 }[event.key];
    if (target !== undefined) focus(target);
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Inside the main landmark, which every content belongs to.
  document.getElementById("screen").append(menu);
  position(menu, place);
  document.addEventListener("pointerdown", outside, true);
  focus(0);
}

/** Places an element below a place, or above it if there is no room. */
export function position(node, place) {
  const box = place instanceof Element ? place.getBoundingClientRect() : { left: place.x, right: place.x, top: place.y, bottom: place.y };
  const width = node.offsetWidth;
  const height = node.offsetHeight;
  const left = Math.min(box.left, innerWidth - width - 8);
  const below = box.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, box.top - height - 4) : below;
  node.style.left = `${Math.max(8, left)}px`;
  node.style.top = `${top}px`;
}

"""####
}
