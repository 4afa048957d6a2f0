// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let routerJS = ####"""
/** The screens' addresses, which are in the fragment of the page's address. */

/** Returns the parts and the parameters of the current address. */
export function currentRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decode);
  return { parts, parameters: new URLSearchParams(query) };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the address of a screen. */
export function routeTo(parts, parameters = {}) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const text = query.toString();
  return "#/" + parts.map(encodeURIComponent).join("/") + (text ? "?" + text : "");
}

/** Opens a screen. */
export function go(parts, parameters) {
  location.hash = routeTo(parts, parameters);
}

/** Replaces the address of the current screen without opening it. */
export function replaceRoute(parts, parameters) {
  history.replaceState(null, "", routeTo(parts, parameters));
}

"""####
}
