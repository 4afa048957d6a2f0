// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let exportJS = ####"""
/** Saving documents as a file. */

import { send } from "./api.js";
import { notify, reportError } from "./announce.js";
import { saveFile } from "./clipboard.js";

/** Exports the documents with some IDs, or all that match the screen's filters. */
export async function exportDocuments(screen, ids, format) {
  try {
    const response = await send("POST", "export", { json: { collection: screen.collection, filters: screen.filters, ids, format } });
    const suffix = format === "markdown" ? "md" : format;
    saveFile(`${screen.collection}.${suffix}`, await response.blob());
    notify(`Exported to ${screen.collection}.${suffix}`);
  } catch (error) {
    reportError(error);
  }
}

"""####
}
