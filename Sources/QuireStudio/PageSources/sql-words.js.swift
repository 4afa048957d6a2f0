// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let sqlWordsJS = ####"""
/** The words of SQL++, and the division of a query into tokens. */

export const KEYWORDS = [
  "ALL", "AND", "ANY", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "CASE", "COLLATE", "CROSS", "DESC", "DISTINCT", "ELSE", "END", "EVERY",
  "FALSE", "FROM", "GROUP BY", "HAVING", "IN", "INNER JOIN", "IS", "IS MISSING", "IS NOT MISSING", "IS NULL", "IS NOT NULL", "IS VALUED",
  "JOIN", "LEFT JOIN", "LIKE", "LIMIT", "META()", "META().id", "META().expiration", "META().sequence", "MISSING", "NOT", "NULL", "OFFSET", "ON", "OR",
  "ORDER BY", "SATISFIES", "SELECT", "SOME", "THEN", "TRUE", "UNNEST", "USING", "WHEN", "WHERE",
];

export const FUNCTIONS = [
  "ABS()", "ARRAY_AGG()", "ARRAY_CONTAINS()", "ARRAY_COUNT()", "ARRAY_LENGTH()", "ARRAY_MAX()", "ARRAY_MIN()", "ARRAY_SUM()", "AVG()", "CEIL()", "CONCAT()",
  "CONTAINS()", "COUNT(*)", "FLOOR()", "IFMISSING()", "IFMISSINGORNULL()", "IFNULL()", "LENGTH()", "LOWER()", "LTRIM()", "MATCH()", "MAX()", "MILLIS_TO_STR()",
  "MIN()", "RANK()", "REGEXP_LIKE()", "REGEXP_REPLACE()", "ROUND()", "RTRIM()", "SQRT()", "STR_TO_MILLIS()", "SUM()", "TO_BOOLEAN()", "TO_NUMBER()", "TO_STRING()",
  "TRIM()", "TYPE()", "UPPER()",
];

const WORDS = new Set(KEYWORDS.flatMap((keyword) => keyword.replace(/\(.*/, "").split(" ")));
const CALLS = new Set(FUNCTIONS.map((name) => name.replace(/\(.*/, "")));
const TOKEN = /(--[^\n]*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\\]|\\.|"")*"?|'(?:[^'\\]|\\.|'')*'?)|(`[^`]*`?)|(\$\w+)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([\p{L}_]\w*)|(\s+|[^])/gu;
const KINDS = ["comment", "string", "name", "parameter", "number", "word", "other"];

/** Divides a query into tokens with a kind, a text, and an offset. */
export function tokens(text) {
  return [...text.matchAll(TOKEN)].map((match) => {
    const isCall = text[match.index + match[0].length] === "(";
    let kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === "word") {
      const word = match[0].toUpperCase();
      kind = WORDS.has(word) ? "keyword" : isCall && CALLS.has(word) ? "function" : "name";
    }
    return { kind, text: match[0], offset: match.index };
  });
}

/** The names of the parameters of a query, such as `city` for `$city`. */
export function parameterNames(text) {
  return [...new Set(tokens(text).filter(({ kind }) => kind === "parameter").map((token) => token.text.slice(1)))];
}

/** The collections that a query names after FROM and JOIN, as full names, with their aliases. */
export function sourcesOf(text) {
  const sources = [];
  const source = /\b(?:FROM|JOIN)\s+((?:`[^`]+`|[\w%-]+)(?:\s*\.\s*(?:`[^`]+`|[\w%-]+))?)(?:\s+AS)?(?:\s+(?!WHERE|ORDER|GROUP|LIMIT|JOIN|LEFT|INNER|CROSS|UNNEST|ON|HAVING|OFFSET)(\w+))?/gi;
  for (const [, name, alias] of text.matchAll(source)) {
    const parts = name.split(".").map((part) => part.trim().replace(/`/g, ""));
    const collection = parts.length === 2 ? parts.join(".") : parts[0] === "_" || parts[0] === "_default" ? "_default._default" : `_default.${parts[0]}`;
    sources.push({ collection, alias: alias ?? parts[parts.length - 1] });
  }
  return sources;
}

/** The index in a string of an offset in its UTF-8 form. */
export function indexOfByte(text, offset) {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    if (bytes >= offset) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return index;
}

"""####
}
