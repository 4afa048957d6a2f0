// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let apiJS = ####"""
/** Requests to the studio's server. */

import { parseJSON, writeJSON } from "./json.js";

const TOKEN_KEY = "quire-studio-token";

/** An error that the server reported, or the failure to reach it. */
export class ServerError extends Error {
  constructor(status, answer, fallback) {
    super(answer?.error?.message ?? fallback);
    this.status = status;
    this.code = answer?.error?.code ?? "failed";
    this.position = answer?.error?.position;
    this.answer = answer;
  }
}

/** Takes the token from the address, where it is removed, or from the session. */
export function takeToken() {
  const match = /^#([0-9a-f]{32,})$/i.exec(location.hash);
  if (match) {
    sessionStorage.setItem(TOKEN_KEY, match[1]);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(TOKEN_KEY) !== null;
}

function address(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (value !== null && value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return `/api/${path}${text ? "?" + text : ""}`;
}

/**
 * Sends a request and returns the response.
 *
 * Options: `parameters` (of the address), `json` or `bytes` (the body), `headers`, `signal`.
 */
export async function send(method, path, { parameters, json, bytes, headers = {}, signal } = {}) {
  const all = { "X-Quire-Token": sessionStorage.getItem(TOKEN_KEY) ?? "", ...headers };
  let body;
  if (json !== undefined) {
    all["Content-Type"] = "application/json";
    body = writeJSON(json);
  } else if (bytes !== undefined) {
    all["Content-Type"] = "application/octet-stream";
    body = bytes;
  }
  let response;
  try {
    response = await fetch(address(path, parameters), { method, headers: all, body, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(0, null, "The server does not answer. Is quire studio still running?");
  }
  if (response.ok) return response;
  let answer = null;
  try {
    answer = parseJSON(await response.text());
  } catch {
    // An answer that is not JSON has only its status.
  }
  if (response.status === 401) throw new ServerError(401, null, "The token is not valid. Open the address that quire studio printed last.");
  throw new ServerError(response.status, answer, `The server answered with status ${response.status}.`);
}

/** Sends a request and returns the JSON of the answer, or `null` if it is empty. */
export async function request(method, path, options) {
  const text = await (await send(method, path, options)).text();
  return text ? parseJSON(text) : null;
}

export const get = (path, parameters, signal) => request("GET", path, { parameters, signal });
export const post = (path, json, signal) => request("POST", path, { json, signal });

/** The requests of one document. */
export const documents = {
  read: (collection, id, signal) => get("document", { collection, id }, signal),
  create: (collection, id, body) =>
    request("PUT", "document", { parameters: { collection, id }, json: body, headers: { "If-None-Match": "*" } }),
  save: (collection, id, body, revision) =>
    request("PUT", "document", { parameters: { collection, id }, json: body, headers: { "If-Match": `"${revision}"` } }),
  change: (collection, id, change, revision) =>
    request("PATCH", "document", { parameters: { collection, id }, json: change, headers: { "If-Match": `"${revision}"` } }),
  delete: (collection, id, revision, purge) =>
    request("DELETE", "document", {
      parameters: { collection, id, purge: purge ? 1 : null },
      headers: { "Content-Type": "application/json", "If-Match": `"${revision}"` },
    }),
  expire: (collection, id, expiration) =>
    request("PUT", "document/expiration", { parameters: { collection, id }, json: { expiration } }),
};

/** Stores a file as a blob, and returns the value that refers to it. */
export function storeBlob(file) {
  return request("POST", "blob", { bytes: file, headers: { "X-Quire-Content-Type": file.type || "application/octet-stream" } });
}

/** The contents of a blob as the address of an object, which the caller revokes. */
export async function blobAddress(collection, digest) {
  const response = await send("GET", "blob", { parameters: { collection, digest } });
  return { blob: await response.blob(), type: response.headers.get("Content-Type") ?? "" };
}

"""####
}
