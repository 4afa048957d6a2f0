/** The import of a file that is dropped or chosen. */

import { request } from "./api.js";
import { notify } from "./announce.js";
import { formButtons, showDialog } from "./dialog.js";
import { choice, element, field, setChildren } from "./dom.js";
import { counted, formatBytes } from "./values.js";

const FORMATS = [["jsonl", "JSON lines"], ["json", "JSON"], ["csv", "CSV"], ["tsv", "TSV"]];
const MODES = [["insert", "Keep existing documents"], ["replace", "Replace existing documents"], ["merge", "Merge into existing documents"]];
const PREVIEW = 1200;

/** Accepts files that are dropped on an element. */
export function acceptFiles(target, app, collection) {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  target.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    target.classList.add("dropping");
  });
  target.addEventListener("dragleave", (event) => {
    if (!target.contains(event.relatedTarget)) target.classList.remove("dropping");
  });
  target.addEventListener("drop", (event) => {
    target.classList.remove("dropping");
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) importFile(app, collection, file);
  });
}

/** Lets the user choose a file. */
export function chooseFile(app, collection) {
  const input = element("input", { type: "file", accept: ".jsonl,.ndjson,.json,.csv,.tsv,.txt" });
  input.addEventListener("change", () => input.files[0] && importFile(app, collection, input.files[0]));
  input.click();
}

function formatOf(name) {
  const suffix = name.toLowerCase().split(".").pop();
  if (suffix === "ndjson") return "jsonl";
  return FORMATS.some(([format]) => format === suffix) ? suffix : "jsonl";
}

async function importFile(app, collection, file) {
  const format = choice(FORMATS, formatOf(file.name), null, { autofocus: true });
  const mode = choice(MODES, "insert");
  const idPath = element("input", { class: "input", placeholder: "_id" });
  const sample = element("pre", { class: "code-block preview", tabindex: 0, "aria-label": "Beginning of the file" });
  sample.textContent = await file.slice(0, PREVIEW).text();
  const result = element("div", { class: "import-result", role: "status" });
  const imported = await showDialog(`Import into ${collection}`, (close) => ({
    content: [
      element("p", { text: `${file.name}, ${formatBytes(file.size)}` }), sample,
      element("div", { class: "columns-2" }, field("Format", format), field("Documents that exist", mode)),
      field("Property with the document ID", idPath, "Leave it empty to use the property _id, or a new ID."), result,
    ],
    buttons: formButtons(close, "Import"),
    submit: async () => {
      setChildren(result, element("p", { text: "Importing…" }));
      try {
        const answer = await request("POST", "import", {
          parameters: { collection, format: format.value, mode: mode.value, idPath: idPath.value || null }, bytes: file,
        });
        if (answer.errors?.length) setChildren(result, problems(answer.errors));
        else close(answer);
      } catch (error) {
        setChildren(result, problems(error.answer?.errors ?? [{ message: error.message }]));
      }
    },
  }), { isWide: true });
  if (!imported) return;
  notify(`${counted(imported.saved, "document")} imported` + (Number(imported.skipped) ? `, ${imported.skipped} skipped` : ""));
  app.collectionsChanged();
  app.changes.dispatch({ collection, ids: [], truncated: true });
}

function problems(errors) {
  return element("ul", { class: "problem", role: "alert" }, errors.slice(0, 20).map(({ line, column, message }) => {
    const place = column ? `Line ${line}, column ${column}` : `Line ${line}`;
    return element("li", { text: line ? `${place}: ${message}` : message });
  }));
}
