// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let domJS = ####"""
/** Functions that create and change elements. Contents are always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element.
 *
 * Options: `class`, `text`, `on` (listeners by event), `style` (properties), `data`; any other one
 * is an attribute, or absent if it is `null`, `undefined` or `false`.
 */
export function element(tag, options = {}, ...children) {
  return fill(document.createElement(tag), options, children);
}

/** Creates an element of a drawing. */
export function drawn(tag, options = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), options, children);
}

function fill(node, options, children) {
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (name === "style") for (const [property, setting] of Object.entries(value)) node.style.setProperty(property, setting);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Replaces the children of an element. */
export function setChildren(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * Creates a button. Options: `kind` (primary, danger, quiet), `icon`, and those of `element`. In a
 * narrow window, a button with an icon may lose its visible label.
 */
export function button(label, action, { kind = "", icon: name, ...options } = {}) {
  return element("button", { type: "button", class: `button ${kind} ${name && kind !== "primary" ? "icon-only" : ""}`.trim(), on: { click: action }, ...options },
    name && icon(name), label && element("span", { text: label }));
}

/** Creates a button with only a picture. The label is its accessible name and its hint. */
export function iconButton(name, label, action, options = {}) {
  return element("button", {
    type: "button", class: `icon-button ${options.class ?? ""}`.trim(), "aria-label": label, title: options.title ?? label,
    on: { click: action }, disabled: options.disabled, data: options.data,
  }, icon(name));
}

/** Creates a labeled field. */
export function field(label, control, hint) {
  return element("label", { class: "field" }, element("span", { class: "label", text: label }), control,
    hint && element("span", { class: "hint", text: hint }));
}

/** Creates a list of choices. The options are strings, or pairs of a value and a label. */
export function choice(options, value, onChange, attributes = {}) {
  const select = element("select", { class: "input", ...attributes, on: { change: () => onChange?.(select.value) } },
    options.map((option) => {
      const [key, label] = Array.isArray(option) ? option : [option, option];
      return element("option", { value: key, text: label });
    }));
  if (value !== undefined) select.value = value;
  return select;
}

const ICONS = {
  add: "M8 3v10M3 8h10",
  remove: "M3.5 4.5h9M6.5 4.5v-1.5h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.8M9.2 7v3.8",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.3 10.3l3.4 3.4",
  filter: "M2.5 3.5h11l-4.2 5v4l-2.6 1v-5z",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  up: "M4 9.5l4-4 4 4",
  down: "M4 6.5l4 4 4-4",
  left: "M9.5 4l-4 4 4 4",
  right: "M6.5 4l4 4-4 4",
  first: "M4 3.5h8M8 13v-6.500M4.800 9.500l3.200-3.200 3.200 3.200",
  last: "M4 12.500h8M8 3v6.500M4.800 6.500l3.200 3.200 3.200-3.200",
  document: "M4 2h5.500l2.500 2.500v9.500h-8zM9.500 2v2.500h2.500M6 8h4M6 10.500h4",
  collection: "M2.500 4.500h11v8.500h-11zM2.500 7.200h11M5 2.500h6",
  query: "M3 4.500l3.500 3.500-3.500 3.500M8 12h5",
  schema: "M2.500 2.500h4v4h-4zM9.500 9.500h4v4h-4zM4.500 6.500v5h5",
  index: "M3 3.500h2M3 8h2M3 12.500h2M7 3.500h6M7 8h6M7 12.500h6",
  check: "M3 8.500l3.200 3.200 6.800-7",
  sync: "M13 6.500a5.200 5.200 0 0 0-9.500-1.500M3 9.500a5.200 5.200 0 0 0 9.500 1.500M3.200 2.300v2.900h2.900M12.800 13.700v-2.900h-2.900",
  export: "M8 10v-7.500M5 5.300l3-3 3 3M3 10v3.500h10v-3.500",
  import: "M8 2.500v7.500M5 7.200l3 3 3-3M3 10v3.500h10v-3.500",
  edit: "M3 13l.7-3 7-7 2.300 2.300-7 7z",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  theme: "M8 2.500a5.500 5.500 0 1 0 0 11zM8 2.500a5.500 5.500 0 0 1 0 11",
  warning: "M8 2.500l6 10.800h-12zM8 6.500v3.200M8 11.500v.01",
  refresh: "M13 8a5 5 0 1 1-1.500-3.600M13 2.500v3h-3",
  run: "M5 3.200l7.500 4.800-7.500 4.800z",
  stop: "M4 4h8v8h-8z",
  help: "M6 6a2 2 0 1 1 3 1.700c-.7.4-1 .8-1 1.500M8 11.700v.01M8 1.800a6.200 6.200 0 1 1 0 12.400a6.200 6.200 0 1 1 0-12.400",
  history: "M8 4.800v3.400l2.300 1.400M2.800 8a5.300 5.300 0 1 0 1.700-3.900l-1.700 1.600M2.800 2.800v2.900h2.900",
  chart: "M2.500 13.500h11M4.500 11.500v-4M8 11.500v-8M11.500 11.500v-6",
};

/** Creates a picture of a button. */
export function icon(name) {
  return drawn("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, drawn("path", { d: ICONS[name] }));
}

/** Calls a function soon after the first of several calls, and at most once in a time. */
export function throttle(milliseconds, action) {
  let timer = 0;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      action();
    }, milliseconds);
  };
}

/** Calls a function once after the last of several calls in quick succession. */
export function debounce(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

"""####
}
