// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let propertyPathJS = ####"""
/**
 * The text of property paths, such as `address.phones[0]`.
 *
 * A key with a dot, a bracket, a backtick, or a backslash is enclosed in backticks, with each
 * backtick inside doubled.
 */

const PART = /\.?(?:`((?:[^`]|``)*)`|((?:\\[^]|[^.[\]`\\])+))|\[(-?\d+)\]/y;

/** The keys and indexes of a path. Text that is no path is one key. */
export function parsePath(text) {
  const parts = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (!match) return [text];
    if (match[3] !== undefined) parts.push(Number(match[3]));
    else if (match[1] !== undefined) parts.push(match[1].replaceAll("``", "`"));
    else parts.push(match[2].replace(/\\([^])/g, "$1"));
  }
  return parts;
}

/** Writes keys and indexes as a path. */
export function writePath(parts) {
  return parts.map((part, index) => {
    if (typeof part === "number") return `[${part}]`;
    const key = part === "" || /[.[\]`\\]/.test(part) ? `\`${part.replaceAll("`", "``")}\`` : part;
    return (index ? "." : "") + key;
  }).join("");
}

"""####
}
