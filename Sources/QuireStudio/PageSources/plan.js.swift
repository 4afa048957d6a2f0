// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let planJS = ####"""
/** The query plan as a tree, with advice. */

import { post } from "./api.js";
import { errorBox, notify } from "./announce.js";
import { button, element } from "./dom.js";

/** Reads a plan and creates the panel that shows it. */
export async function planPanel(app, explain) {
  try {
    const { plan, text, advice, remarks } = await explain();
    return element("div", { class: "plan" },
      (advice ?? []).map((item) => adviceBox(app, item)),
      element("h2", { text: "Steps" }), planList(plan),
      (remarks ?? []).map((remark) => element("p", { class: "detail", text: remark })),
      element("details", {}, element("summary", { text: "As text" }), element("pre", { class: "code-block", tabindex: 0, text })));
  } catch (error) {
    return errorBox(error);
  }
}

function planList(nodes) {
  return element("ul", { class: "plan-list" }, nodes.map((node) => element("li", { class: /^SCAN|\bscan\b/i.test(node.text) ? "scan" : "" },
    element("span", { class: "plan-step", text: node.text }), node.children?.length ? planList(node.children) : null)));
}

function adviceBox(app, { message, create }) {
  const box = element("div", { class: "advice" }, element("span", { text: message }));
  if (!create || !app.canEdit) return box;
  const problem = element("span", { class: "problem", role: "alert" });
  const action = button("Create index", async () => {
    try {
      await post("indexes", { collection: create.collection, name: create.name, kind: create.kind ?? "value", expressions: create.properties ?? create.expressions });
      action.remove();
      notify(`Index "${create.name}" created`);
    } catch (error) {
      problem.textContent = error.message;
    }
  }, { icon: "add" });
  box.append(action, problem);
  return box;
}

"""####
}
