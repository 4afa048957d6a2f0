// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let studioCSS = ####"""
/* Colors */

:root {
  color-scheme: light dark;
  --background: light-dark(#fbfbfa, #141817);
  --surface: light-dark(#ffffff, #1a1f1e);
  --sunken: light-dark(#f3f4f3, #101413);
  --hover: light-dark(#eef1f0, #232a28);
  --line: light-dark(#e1e4e3, #2c3432);
  --line-strong: light-dark(#8a9491, #74807c);
  --text: light-dark(#1c2321, #e6ebe9);
  --muted: light-dark(#59635f, #9ba7a3);
  --accent: light-dark(#0f6e63, #5fcdbb);
  --accent-text: light-dark(#ffffff, #08231f);
  --accent-soft: light-dark(#dff1ee, #17382f);
  --danger: light-dark(#b3261e, #ff8a80);
  --danger-soft: light-dark(#fbe9e7, #3d1d1b);
  --warning: light-dark(#7a4b00, #f0bd69);
  --warning-soft: light-dark(#fdf1dc, #362a14);
  --number: light-dark(#1b58b0, #8db9f7);
  --boolean: light-dark(#7b3fa8, #cfa3f0);
  --date: light-dark(#22672f, #8fd19b);
  --string-text: light-dark(#7a4410, #e3b98a);
  --null: light-dark(#666e6b, #939e9a);
  --shadow: 0 6px 24px light-dark(rgb(20 30 28 / 14%), rgb(0 0 0 / 55%)), 0 0 0 1px light-dark(rgb(20 30 28 / 7%), rgb(255 255 255 / 8%));
  --flash: light-dark(#ffe9a8, #51451b);
  --radius: 6px;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }

/* Elements */

*, *::before, *::after { box-sizing: border-box; }

[hidden] { display: none !important; }

html, body { height: 100%; margin: 0; }

body {
  background: var(--background);
  color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  -webkit-text-size-adjust: 100%;
}

h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 18px; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 15px; font-weight: 650; }
h3 { font-size: 13px; font-weight: 650; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre, kbd, .code { font-family: var(--mono); font-size: 12.5px; }
kbd { white-space: nowrap; padding: 1px 6px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--sunken); }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
h1:focus, main:focus { outline: none; }

.offscreen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 50; padding: 8px 14px; background: var(--surface); border-radius: var(--radius); box-shadow: var(--shadow); }
.skip:focus { top: 8px; }

.icon { width: 16px; height: 16px; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }

.button, .icon-button, .input, .segments button {
  font: inherit;
  color: inherit;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
}
.button { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; padding: 4px 12px; cursor: pointer; white-space: nowrap; }
.button:hover, .icon-button:hover { background: var(--hover); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-text); font-weight: 550; }
.button.primary:hover { filter: brightness(1.08); }
.button.danger { color: var(--danger); }
.button.danger:hover { background: var(--danger-soft); }
.button.quiet { border-color: transparent; background: transparent; padding: 4px 9px; }
.button.quiet:hover { background: var(--hover); }
.button:disabled, .icon-button:disabled { opacity: 0.45; cursor: default; }
.icon-button { display: inline-grid; place-items: center; width: 32px; height: 32px; padding: 0; border-color: transparent; background: transparent; color: var(--muted); cursor: pointer; flex: none; }
.icon-button:hover { color: var(--text); }

.input { min-height: 32px; padding: 4px 9px; border-color: var(--line-strong); width: 100%; min-width: 0; }
select.input { width: auto; padding-right: 4px; }
.input.code { font-family: var(--mono); font-size: 12.5px; }
textarea.input { resize: vertical; line-height: 1.5; }
.input::placeholder { color: var(--muted); opacity: 1; }
.input:focus-visible { outline-offset: -1px; }

.field { display: grid; gap: 4px; margin-block: 10px; }
.field .label { font-weight: 550; }
.field select.input { width: 100%; }
.hint { color: var(--muted); font-size: 13px; }
.problem { color: var(--danger); font-size: 13px; }
.problem:empty { display: none; }
.empty { color: var(--muted); text-align: center; padding: 48px 16px; }
.loading { color: var(--muted); padding: 32px; }

.badge { display: inline-block; padding: 2px 9px; border-radius: 99px; font-size: 12px; font-weight: 600; white-space: nowrap; }
.badge.editing { background: var(--accent-soft); color: var(--accent); }
.badge.read-only { background: var(--warning-soft); color: var(--warning); }
.tag { display: inline-block; padding: 0 6px; border-radius: 4px; background: var(--sunken); color: var(--muted); font-size: 11.5px; line-height: 18px; white-space: nowrap; }
.tag.conflict, .tag.deleted, .tag.damaged, .tag.warning { background: var(--warning-soft); color: var(--warning); }

/* Frame */

.app { display: grid; grid-template-columns: 256px minmax(0, 1fr); height: 100%; }
.sidebar { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); background: var(--sunken); }
.brand { display: flex; align-items: center; gap: 10px; padding: 16px 16px 8px; }
.brand-text { min-width: 0; flex: 1; display: grid; }
.brand-name { font-size: 15px; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.brand-path { color: var(--muted); font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; direction: rtl; text-align: left; unicode-bidi: plaintext; }
.brand-facts { display: flex; align-items: center; gap: 10px; padding: 0 16px 12px; }
.facts { color: var(--muted); font-size: 12.5px; }
.live { width: 9px; height: 9px; border-radius: 50%; background: var(--accent); flex: none; }
.live.off { background: transparent; border: 2px solid var(--line-strong); }
.nav-scroll { flex: 1; overflow: auto; padding: 0 8px 8px; }
.nav-title { display: flex; align-items: center; justify-content: space-between; min-height: 32px; padding-left: 8px; margin-top: 8px; }
.nav-title h2 { font-size: 12px; font-weight: 600; color: var(--muted); }
.nav-list li { display: flex; align-items: center; position: relative; }
.nav-list a { display: flex; align-items: center; gap: 9px; flex: 1; min-width: 0; min-height: 34px; padding: 3px 10px; border-radius: var(--radius); color: var(--text); }
.nav-list a:hover { background: var(--hover); text-decoration: none; }
.nav-list a .icon { color: var(--muted); }
.nav-list a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.nav-list a[aria-current] .icon { color: inherit; }
.nav-name { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.scope { color: var(--muted); font-weight: 400; }
.nav-count { display: grid; justify-items: end; font-size: 12px; font-weight: 400; line-height: 1.25; color: var(--muted); font-variant-numeric: tabular-nums; }
.nav-size { font-size: 11px; }
.nav-remove { position: absolute; right: 4px; opacity: 0; background: var(--surface); }
.nav-remove:focus-visible, .nav-list li:hover .nav-remove, .nav-list li:focus-within .nav-remove { opacity: 1; }
.nav-foot { display: flex; align-items: center; padding: 8px 8px 8px 18px; border-top: 1px solid var(--line); }
.version { flex: 1; color: var(--muted); font-size: 12px; }
.main { display: flex; flex-direction: column; min-width: 0; min-height: 0; overflow: hidden; }
.top-bar { display: none; }

.screen { display: flex; flex-direction: column; flex: 1; min-height: 0; min-width: 0; position: relative; }
.screen-head { display: flex; align-items: center; flex-wrap: wrap; gap: 8px 12px; padding: 14px 20px 10px; }
.screen-head h1 { overflow-wrap: anywhere; min-width: 0; }
.count { color: var(--muted); font-variant-numeric: tabular-nums; }
.toolbar { display: flex; align-items: center; flex-wrap: wrap; gap: 8px; margin-left: auto; }
.scroll { flex: 1; overflow: auto; min-height: 0; padding: 4px 20px 32px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin-bottom: 16px; }
.error-box { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; margin: 16px 20px; padding: 10px 14px; border-radius: var(--radius); background: var(--danger-soft); color: var(--danger); overflow-wrap: anywhere; }

/* Menus, dialogs, and messages */

.menu { position: fixed; z-index: 40; min-width: 190px; padding: 5px; border-radius: 9px; background: var(--surface); box-shadow: var(--shadow); }
.menu-item { display: block; width: 100%; padding: 6px 12px; border: 0; border-radius: 5px; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
.menu-item:hover, .menu-item:focus { background: var(--accent-soft); outline: none; }
.menu-item:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.menu-item.danger { color: var(--danger); }
.separator { height: 1px; margin: 5px 4px; background: var(--line); }

dialog { width: min(480px, calc(100vw - 24px)); max-height: calc(100vh - 32px); padding: 0; border: 0; border-radius: 12px; background: var(--surface); color: var(--text); box-shadow: var(--shadow); }
dialog.wide { width: min(780px, calc(100vw - 24px)); }
dialog::backdrop { background: rgb(10 15 14 / 45%); }
dialog form { display: flex; flex-direction: column; max-height: calc(100vh - 32px); padding: 20px 22px 18px; }
dialog h2 { font-size: 16px; margin-bottom: 10px; }
.dialog-content { overflow: auto; min-height: 0; padding: 2px; margin: 0 -2px; }
.dialog-content p { overflow-wrap: anywhere; }
.dialog-buttons { display: flex; justify-content: flex-end; flex-wrap: wrap; gap: 8px; padding-top: 16px; }
.dialog-buttons .quiet { margin-right: auto; }
.columns-2 { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 0 16px; }
.column-list { margin-top: 10px; min-height: 240px; }
.column-list li { display: flex; align-items: center; gap: 2px; padding: 1px 0 1px 8px; border-bottom: 1px solid var(--line); }
.column-name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: auto 1fr; gap: 6px 14px; margin-top: 12px; }
.sides dt { color: var(--muted); }
.keys { display: grid; grid-template-columns: repeat(auto-fit, minmax(270px, 1fr)); gap: 18px 26px; }
.keys dl { display: grid; grid-template-columns: auto 1fr; gap: 5px 12px; margin-top: 6px; align-items: baseline; }
.keys dd { color: var(--muted); }

.messages { position: fixed; z-index: 60; right: 16px; bottom: 52px; display: grid; gap: 8px; justify-items: end; max-width: min(440px, calc(100vw - 32px)); }
.message { display: flex; align-items: center; gap: 8px; padding: 6px 6px 6px 14px; border-radius: 9px; background: var(--surface); box-shadow: var(--shadow); overflow-wrap: anywhere; }
.message.error { color: var(--danger); }
.code-block { padding: 10px 12px; border-radius: 8px; background: var(--sunken); overflow: auto; white-space: pre; }
.preview { max-height: 150px; margin-top: 8px; }

"""####
}
