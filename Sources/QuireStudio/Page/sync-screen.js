import { element } from "./dom.js";
export class SyncScreen { constructor(app) { this.title = "Sync"; this.element = element("section", { class: "screen" }, element("h1", { text: "Sync" })); } async open() {} }
