// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let treeEditingJS = ####"""
/** The changes of a tree: values, keys, new properties, and removal. */

import { announce, reportError } from "./announce.js";
import { storeBlob } from "./api.js";
import { editValue } from "./cell-editor.js";
import { formButtons, showDialog } from "./dialog.js";
import { element, field } from "./dom.js";
import { MISSING } from "./values.js";

const containerAt = (tree, path) => path.reduce((value, name) => value[name], tree.value);

function changed(tree, path) {
  if (path) tree.activeKey = JSON.stringify(path);
  tree.draw();
  tree.changed();
  tree.focus();
}

/** Edits a value in its row. */
function edit(tree, node) {
  const row = tree.rowOf(node);
  const container = containerAt(tree, node.path.slice(0, -1));
  row.classList.add("editing");
  editValue({
    parent: row, label: String(node.name), value: node.value, canBeMissing: !node.isElement,
    save: async (value) => {
      if (value === MISSING) delete container[node.name];
      else container[node.name] = value;
    },
    closed: (returnsFocus) => {
      row.classList.remove("editing");
      if (returnsFocus) changed(tree);
    },
  });
}

function askForKey(title, value, container) {
  const input = element("input", { class: "input", value, spellcheck: "false", autocapitalize: "off" });
  const problem = element("p", { class: "problem", role: "alert" });
  return showDialog(title, (close) => ({
    content: [field("Key", input), problem],
    buttons: formButtons(close, "Set"),
    submit: () => {
      if (input.value !== value && Object.hasOwn(container, input.value)) problem.textContent = `The key "${input.value}" exists already.`;
      else close(input.value);
    },
  }));
}

/** Renames a property. Its place among the others stays the same. */
async function rename(tree, node) {
  const parent = node.path.slice(0, -1);
  const container = containerAt(tree, parent);
  const key = await askForKey("Rename the property", String(node.name), container);
  if (key === null || key === node.name) return;
  const entries = Object.keys(container).map((name) => [name === node.name ? key : name, container[name]]);
  for (const name of Object.keys(container)) delete container[name];
  for (const [name, value] of entries) container[name] = value;
  changed(tree, [...parent, key]);
}

/** Adds a property or an element to a container, and edits it. */
async function add(tree, path, after) {
  const container = containerAt(tree, path);
  let name;
  if (Array.isArray(container)) {
    name = after ? after.index + 1 : container.length;
    container.splice(name, 0, "");
  } else {
    name = await askForKey("Add a property", "", container);
    if (name === null) return;
    container[name] = "";
  }
  if (path.length) tree.opened.set(JSON.stringify(path), true);
  changed(tree, [...path, name]);
  const node = tree.nodes[tree.activeIndex];
  if (node) edit(tree, node);
}

/** Removes a property or an element. The stored document changes only when it is saved. */
function remove(tree, node) {
  const container = containerAt(tree, node.path.slice(0, -1));
  const next = tree.nodes[tree.activeIndex + 1] ?? tree.nodes[tree.activeIndex - 1];
  if (node.isElement) container.splice(node.name, 1);
  else delete container[node.name];
  announce(`${node.name} removed`);
  changed(tree, next?.path);
}

/** Sets a value to a blob with the contents of a file that the user chooses. */
function attach(tree, node) {
  const input = element("input", { type: "file" });
  input.addEventListener("change", async () => {
    if (!input.files[0]) return;
    try {
      containerAt(tree, node.path.slice(0, -1))[node.name] = await storeBlob(input.files[0]);
      changed(tree, node.path);
    } catch (error) {
      reportError(error);
    }
  });
  input.click();
}

export const treeEditing = { attach, edit, rename, add, remove };

"""####
}
