// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let queryHistoryJS = ####"""
/** The queries that were executed. */

import { recall, remember } from "./storage.js";

const MAXIMUM = 100;
const key = (database) => `history:${database}`;

/** The executed queries of a database, the last one first. */
export function history(database) {
  const entries = recall(key(database), []);
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry?.sql === "string") : [];
}

/** Adds a query, or moves it to the front. */
export function addToHistory(database, sql, parameters) {
  const others = history(database).filter((entry) => entry.sql !== sql);
  remember(key(database), [{ sql, parameters, time: Date.now() }, ...others].slice(0, MAXIMUM));
}

export function clearHistory(database) {
  remember(key(database), []);
}

"""####
}
