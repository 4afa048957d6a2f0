// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let changesJS = ####"""
/** The changes of documents, which the server reports in an event stream. */

import { send } from "./api.js";
import { parseJSON } from "./json.js";

const FIRST_DELAY = 500;
const MAXIMUM_DELAY = 30000;

export class Changes {
  /** `stateChanged(isConnected)` is called when the connection opens or ends. */
  constructor(stateChanged) {
    this.listeners = new Set();
    this.stateChanged = stateChanged;
  }

  /** Calls a function for each change. Returns a function that ends this. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispatch(change) {
    for (const listener of this.listeners) listener(change);
  }

  /** Reads the stream, and connects again after an interruption. */
  async run() {
    let delay = FIRST_DELAY;
    for (;;) {
      try {
        const response = await send("GET", "changes");
        this.stateChanged(true);
        delay = FIRST_DELAY;
        await this.read(response.body.getReader());
      } catch (error) {
        if (error.status === 401 || error.status === 403 || error.status === 404) break;
      }
      this.stateChanged(false);
      await new Promise((resolve) => setTimeout(resolve, delay));
      delay = Math.min(delay * 2, MAXIMUM_DELAY);
    }
    this.stateChanged(false);
  }

  async read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = parts.pop();
      for (const part of parts) this.event(part);
    }
  }

  event(text) {
    const data = text.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
    if (!data) return;
    try {
      this.dispatch(parseJSON(data));
    } catch {
      // An event that is not JSON is from another version of the server.
    }
  }
}

"""####
}
