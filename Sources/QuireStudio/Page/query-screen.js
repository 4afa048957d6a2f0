import { element } from "./dom.js";
export class QueryScreen { constructor(app) { this.title = "Query"; this.element = element("section", { class: "screen" }, element("h1", { text: "Query" })); } async open() {} }
