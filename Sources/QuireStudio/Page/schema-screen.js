import { element } from "./dom.js";
export class SchemaScreen { constructor(app) { this.title = "Schema"; this.element = element("section", { class: "screen" }, element("h1", { text: "Schema" })); } async open() {} }
