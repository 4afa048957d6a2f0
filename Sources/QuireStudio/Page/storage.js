/** What the page remembers between visits. A browser that refuses to store has the same functions. */

const PREFIX = "quire-studio:";

/** The name of an encrypted database, whose queries and columns no file of the browser may contain. */
let secret = null;
const memory = new Map();

const isSecret = (key) => secret !== null && (key === `history:${secret}` || key.startsWith(`columns:${secret}:`));

/** Remembers what belongs to an encrypted database until the page is closed, and removes what was stored. */
export function keepInMemory(database) {
  secret = database;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && isSecret(key.slice(PREFIX.length))) localStorage.removeItem(key);
    }
  } catch {
    // The storage is forbidden.
  }
}

/** Returns a remembered value. */
export function recall(key, fallback) {
  if (isSecret(key)) return memory.get(key) ?? fallback;
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Remembers a value. */
export function remember(key, value) {
  if (isSecret(key)) return void memory.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden.
  }
}
