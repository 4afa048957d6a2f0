import { element } from "./dom.js";
export class CheckScreen { constructor(app) { this.title = "Check"; this.element = element("section", { class: "screen" }, element("h1", { text: "Check" })); } async open() {} }
