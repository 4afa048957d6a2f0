// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let scrollMapJS = ####"""
/**
 * The relation of a scroll position and rows.
 *
 * Browsers limit the height of an element. In a list that is higher, a short movement scrolls by its
 * own distance, and a long one, such as a dragged scroll bar, in proportion.
 */

const MAXIMUM_HEIGHT = 10_000_000;

export class ScrollMap {
  constructor(rowHeight) {
    this.rowHeight = rowHeight;
    this.count = 0;
    this.view = 0;
    this.top = 0;
    this.position = 0;
  }

  /** Sets the number of rows and the height in which they are visible. */
  resize(count, view) {
    this.count = count;
    this.view = view;
    this.top = Math.min(this.top, this.maximumTop);
  }

  get height() {
    return this.count * this.rowHeight;
  }

  /** The height of the element that scrolls. */
  get elementHeight() {
    return Math.min(this.height, MAXIMUM_HEIGHT);
  }

  get maximumTop() {
    return Math.max(0, this.height - this.view);
  }

  get maximumPosition() {
    return Math.max(0, this.elementHeight - this.view);
  }

  get isScaled() {
    return this.height > MAXIMUM_HEIGHT;
  }

  /** Follows a scroll position that the user has changed. */
  scrolled(position) {
    const distance = position - this.position;
    this.position = position;
    if (!this.isScaled) {
      this.top = position;
    } else if (position <= 0) {
      this.top = 0;
    } else if (position >= this.maximumPosition - 1) {
      this.top = this.maximumTop;
    } else if (Math.abs(distance) > 2 * this.view) {
      this.top = position / this.maximumPosition * this.maximumTop;
    } else {
      this.top = Math.min(Math.max(this.top + distance, 0), this.maximumTop);
    }
  }

  /** Moves to a row's distance from the top. Returns the scroll position. */
  moveTo(top) {
    this.top = Math.min(Math.max(top, 0), this.maximumTop);
    this.position = this.isScaled ? Math.round(this.top / this.maximumTop * this.maximumPosition) : this.top;
    return this.position;
  }

  /** The vertical place of a row in the element that scrolls. */
  offset(index) {
    return this.position + index * this.rowHeight - this.top;
  }

  /** The range of rows that are visible. */
  get range() {
    const first = Math.max(0, Math.floor(this.top / this.rowHeight));
    return [first, Math.min(this.count, Math.ceil((this.top + this.view) / this.rowHeight))];
  }
}

"""####
}
