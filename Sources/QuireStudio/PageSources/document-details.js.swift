// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let documentDetailsJS = ####"""
/** What is known about a document next to its body. */

import { blobAddress, documents } from "./api.js";
import { notify, reportError } from "./announce.js";
import { saveFile } from "./clipboard.js";
import { button, element, field, setChildren } from "./dom.js";
import { routeTo } from "./router.js";
import { formatBytes, formatCount } from "./values.js";

const PICTURE_LIMIT = 20_000_000;

/** Creates the details. Returns the element and a function that releases its pictures. */
export function documentDetails(app, stored, saved) {
  const { capabilities } = app.database;
  const addresses = [];
  const parts = [facts(stored)];
  if (capabilities.expiration) parts.push(expiration(app, stored, saved));
  if (stored.blobs?.length) parts.push(section("Blobs", stored.blobs.map((blob) => blobItem(stored.collection, blob, addresses))));
  if (capabilities.revisions && stored.revisions?.length) parts.push(section("Revisions", element("ol", { class: "revisions" }, stored.revisions.map(revisionItem))));
  return { element: element("aside", { class: "details", "aria-label": "Details" }, parts), close: () => addresses.forEach((address) => URL.revokeObjectURL(address)) };
}

const section = (title, ...content) => element("section", {}, element("h2", { text: title }), content);

function facts(stored) {
  const rows = [["Collection", element("a", { href: routeTo(["c", stored.collection]), text: stored.collection })], ["Revision", stored.revision, "code"],
    ["Sequence", formatCount(stored.sequence)], ["Size", formatBytes(stored.size)]];
  if (stored.flags?.length) rows.push(["Flags", element("span", {}, stored.flags.map((flag) => element("span", { class: `tag ${flag}`, text: flag })))]);
  return section("Details", element("dl", { class: "facts-list" }, rows.map(([label, value, kind]) =>
    [element("dt", { text: label }), element("dd", { class: kind ?? "" }, value ?? "")])),
  stored.flags?.includes("conflict") && element("a", { href: routeTo(["sync"]), text: "Resolve the conflict" }));
}

function revisionItem({ revision, author, time, current }) {
  return element("li", {}, element("span", { class: "code", text: revision }),
    element("span", { class: "detail", text: [author === "*" ? "this database" : author, time && new Date(time).toLocaleString()].filter(Boolean).join(", ") }),
    current && element("span", { class: "tag", text: "current" }));
}

/** A date in the form of a field for local dates. */
function localText(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60000);
  return shifted.toISOString().slice(0, 16);
}

function expiration(app, stored, saved) {
  const text = stored.expiration ? new Date(stored.expiration).toLocaleString() : "Never";
  if (!app.canEdit) return section("Expiration", element("p", { text }));
  const input = element("input", { class: "input", type: "datetime-local", value: stored.expiration ? localText(new Date(stored.expiration)) : "" });
  const problem = element("p", { class: "problem", role: "alert" });
  const set = async (date) => {
    try {
      await documents.expire(stored.collection, stored.id, date);
      notify(date ? "Expiration set" : "Expiration removed");
      saved();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  return section("Expiration", element("p", { class: "detail", text: stored.expiration ? `Expires ${text}` : "The document does not expire." }),
    field("Date", input),
    element("div", { class: "row" },
      button("Set", () => (input.value ? set(new Date(input.value).toISOString()) : input.focus())),
      stored.expiration && button("Remove", () => set(null), { kind: "quiet" })), problem);
}

function blobItem(collection, blob, addresses) {
  const picture = element("div", { class: "blob-picture" });
  const download = async () => {
    try {
      const { blob: bytes } = await blobAddress(collection, blob.digest);
      saveFile(blob.path.replace(/\W+/g, "-") || "blob", bytes);
    } catch (error) {
      reportError(error);
    }
  };
  if (blob.available && /^image\//.test(blob.contentType ?? "") && Number(blob.length) < PICTURE_LIMIT) showPicture(collection, blob, picture, addresses);
  return element("figure", { class: "blob-figure" }, picture, element("figcaption", {},
    element("strong", { text: blob.path }), element("span", { class: "detail", text: [blob.contentType, formatBytes(blob.length)].filter(Boolean).join(", ") }),
    element("span", { class: "code digest", text: blob.digest }),
    blob.available ? button("Save", download, { kind: "quiet", icon: "export" }) : element("span", { class: "tag warning", text: "contents missing" })));
}

async function showPicture(collection, blob, place, addresses) {
  try {
    const { blob: bytes, type } = await blobAddress(collection, blob.digest);
    if (!type.startsWith("image/")) return;
    const address = URL.createObjectURL(bytes);
    addresses.push(address);
    setChildren(place, element("img", { src: address, alt: `Picture of ${blob.path}` }));
  } catch (error) {
    setChildren(place, element("span", { class: "problem", text: error.message }));
  }
}

"""####
}
