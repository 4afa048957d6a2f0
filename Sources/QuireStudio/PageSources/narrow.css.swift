// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let narrowCSS = ####"""
/* Narrow and very wide windows */

@media (max-width: 760px) {
  .app { grid-template-columns: minmax(0, 1fr); }
  .sidebar { position: fixed; inset: 0 auto 0 0; z-index: 30; width: min(300px, 86vw); visibility: hidden; transform: translateX(-102%); box-shadow: var(--shadow); }
  .sidebar-open .sidebar { visibility: visible; transform: none; }
  .scrim { position: fixed; inset: 0; z-index: 29; background: rgb(10 15 14 / 45%); }
  .top-bar { display: flex; align-items: center; gap: 8px; padding: 6px 12px 6px 6px; border-bottom: 1px solid var(--line); background: var(--sunken); }
  .top-name { flex: 1; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .screen-head { padding: 10px 12px 8px; }
  .screen-head .toolbar .button.icon-only span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .query-input > .hint { display: none; }
  .filter-bar { padding: 0 12px 8px; }
  .strip { margin: 0 12px 8px; }
  .scroll { padding-inline: 12px; }
  .status { padding-left: 12px; }
  .toolbar { margin-left: 0; }
}

@media (min-width: 2200px) {
  body { font-size: 15px; }
  .app { grid-template-columns: 320px minmax(0, 1fr); }
}

"""####
}
