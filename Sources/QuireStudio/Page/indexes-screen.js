import { element } from "./dom.js";
export class IndexesScreen { constructor(app) { this.title = "Indexes"; this.element = element("section", { class: "screen" }, element("h1", { text: "Indexes" })); } async open() {} }
