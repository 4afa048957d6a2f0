import { element } from "./dom.js";
export class DocumentScreen { constructor(app) { this.title = "Document"; this.element = element("section", { class: "screen" }, element("h1", { text: "Document" })); } async open() {} }
