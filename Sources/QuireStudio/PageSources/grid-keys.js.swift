// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let gridKeysJS = ####"""
/** The keys of a grid. */

/** Handles a key of a grid. */
export function gridKey(grid, event) {
  if (event.target !== grid.element || event.defaultPrevented) return;
  const action = actionOf(grid, event);
  if (!action) {
    grid.options.key?.(event);
    return;
  }
  event.preventDefault();
  action();
}

function actionOf(grid, event) {
  const { row, column } = grid.active;
  const page = Math.max(1, Math.floor(grid.map.view / grid.rowHeight) - 1);
  const isCommand = event.ctrlKey || event.metaKey;
  const move = (toRow, toColumn = column) => () => {
    if (event.shiftKey && grid.options.isSelectable && toRow !== row && toRow >= 0) {
      grid.anchor ??= row;
      grid.extendTo(Math.min(toRow, grid.count - 1));
    }
    grid.activate(toRow, toColumn);
  };
  switch (event.key) {
    case "ArrowDown": return move(row + 1);
    case "ArrowUp": return move(row - 1);
    case "ArrowLeft":
      if (event.altKey) return row < 0 ? () => resize(grid, column, -20) : null;
      if (event.shiftKey && row < 0) return () => reorder(grid, column, -1);
      return move(row, isCommand ? 0 : column - 1);
    case "ArrowRight":
      if (event.altKey) return row < 0 ? () => resize(grid, column, 20) : null;
      if (event.shiftKey && row < 0) return () => reorder(grid, column, 1);
      return move(row, isCommand ? grid.columns.length - 1 : column + 1);
    case "PageDown": return move(Math.max(row, 0) + page);
    case "PageUp": return move(Math.max(0, row - page));
    case "Home": return move(0);
    case "End": return move(grid.count - 1);
    case "Enter": return row < 0 ? () => grid.options.sort?.(grid.columns[column]) : rowAction(grid, grid.options.open);
    case "F2": return rowAction(grid, grid.options.edit);
    case " ": return grid.options.isSelectable && row >= 0 ? () => grid.toggle(row) : null;
    case "a": return isCommand && grid.options.isSelectable ? () => selectLoaded(grid) : null;
    case "ContextMenu": return menuAction(grid);
    case "F10": return event.shiftKey ? menuAction(grid) : null;
    default: return null;
  }
}

function rowAction(grid, action) {
  const row = grid.activeRow;
  return row && action ? () => action(row, grid.columns[grid.active.column]) : null;
}

function menuAction(grid) {
  const cell = grid.cellElement(grid.active.row, grid.active.column);
  if (!cell) return null;
  const box = cell.getBoundingClientRect();
  if (grid.active.row < 0) {
    const { headerMenu } = grid.options;
    return headerMenu ? () => headerMenu(grid.columns[grid.active.column], { x: box.left, y: box.bottom }) : null;
  }
  if (!grid.options.menu || !grid.activeRow) return null;
  return () => grid.options.menu(grid.activeRow, grid.columns[grid.active.column], { x: box.left, y: box.bottom });
}

function selectLoaded(grid) {
  for (let index = 0; index < grid.count; index++) {
    const row = grid.options.rowAt(index);
    if (row) grid.selected.set(grid.options.rowKey(row), row);
    else if (grid.selected.size) break;
  }
  grid.selectionChanged();
}

function resize(grid, index, change) {
  const column = grid.columns[index];
  column.width = Math.max(60, column.width + change);
  grid.applyWidths();
  grid.options.resized?.(column, column.width);
}

function reorder(grid, index, change) {
  const target = index + change;
  if (!grid.options.moved || target < 0 || target >= grid.columns.length) return;
  grid.active.column = target;
  grid.options.moved(index, target);
}

"""####
}
