// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let pageWindowJS = ####"""
/**
 * A window onto a long list of documents, which is read in keyset pages.
 *
 * Only pages near the visible rows are kept. The cursors of pages that were read serve as
 * checkpoints: a distant row is reached from the nearest checkpoint, or from one of the two ends, in
 * long pages without bodies. No step needs an offset, and memory does not grow with the list.
 */

const PAGE = 100;
const LONG_PAGE = 500;
const MAXIMUM_PAGES = 10;
const MAXIMUM_CHECKPOINTS = 4000;
const MARGIN = 60;

export class PageWindow {
  /**
   * `load(request, signal)` reads a page, `count(signal)` the number of documents, and `changed()`
   * is called after each step.
   */
  constructor({ load, count, changed, failed }) {
    Object.assign(this, { load, count, changed, failed });
    this.pages = [];
    this.base = 0;
    this.total = null;
    this.checkpoints = new Map();
    this.wanted = [0, 0];
    this.isBusy = false;
    this.abort = new AbortController();
    this.answer = null;
  }

  /** Reads the first page and the number of documents. */
  async start() {
    const first = this.load({ limit: PAGE }, this.abort.signal);
    this.recount();
    this.accept({ request: {}, ...(await first) }, 0);
    if (this.pages[0].next === null) this.total = this.end;
    this.changed();
  }

  /** Counts the documents again. Frequent calls spend only a small part of the time on it. */
  async recount() {
    this.isOutdated = true;
    if (this.isCounting) return;
    this.isCounting = true;
    while (this.isOutdated && !this.abort.signal.aborted) {
      this.isOutdated = false;
      const started = performance.now();
      try {
        const count = await this.count(this.abort.signal);
        const isWhole = this.pages.length > 0 && this.pages[this.pages.length - 1].next === null;
        this.total = isWhole ? this.end : Math.max(count, this.end);
        if (this.pages.length) this.changed();
      } catch {
        // The end of the list remains unknown, or the screen is closed.
      }
      await new Promise((resolve) => setTimeout(resolve, 5 * (performance.now() - started)));
    }
    this.isCounting = false;
  }

  /** Stops all requests. */
  close() {
    this.abort.abort();
  }

  get end() {
    return this.base + this.pages.reduce((sum, page) => sum + page.documents.length, 0);
  }

  /** The number of rows, as far as it is known. */
  get length() {
    const hasMore = this.pages.length > 0 && this.pages[this.pages.length - 1].next !== null;
    return this.total ?? this.end + (hasMore ? PAGE : 0);
  }

  /** The document of a row, or `undefined` if it is not loaded. */
  row(index) {
    const place = this.place(index);
    return place && place.page.documents[place.offset];
  }

  place(index) {
    let start = this.base;
    for (const page of this.pages) {
      if (index < start) return null;
      if (index < start + page.documents.length) return { page, start, offset: index - start };
      start += page.documents.length;
    }
    return null;
  }

  /** Replaces a document that was saved. */
  replace(document) {
    for (const page of this.pages) {
      const index = page.documents.findIndex((other) => other.id === document.id);
      if (index >= 0) page.documents[index] = document;
    }
    this.changed();
  }

  /** Loads the rows of a range, and drops the pages that are far from it. */
  async need(first, last) {
    this.wanted = [first, last];
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (let step = this.nextStep(); step; step = this.nextStep()) {
        await step();
        this.changed();
      }
    } catch (error) {
      if (error.name !== "AbortError") this.failed(error);
    } finally {
      this.isBusy = false;
    }
  }

  nextStep() {
    if (this.abort.signal.aborted || !this.pages.length) return null;
    const first = Math.max(0, this.wanted[0] - MARGIN);
    const last = Math.min(this.length, this.wanted[1] + MARGIN);
    const { previous } = this.pages[0];
    const { next } = this.pages[this.pages.length - 1];
    const isNear = last > this.base - PAGE && first < this.end + PAGE;
    if (isNear) {
      if (last > this.end && next !== null) return () => this.extend();
      if (first < this.base && previous !== null) return () => this.extendBack();
      return null;
    }
    return this.distantStep(first);
  }

  async extend() {
    const request = { after: this.pages[this.pages.length - 1].next };
    this.append(request, await this.load({ ...request, limit: PAGE }, this.abort.signal));
  }

  append(request, answer) {
    this.answer = answer;
    this.pages.push({ request, ...answer });
    while (this.pages.length > MAXIMUM_PAGES) this.base += this.pages.shift().documents.length;
    if (answer.next === null) this.total = this.end;
    else this.keep(this.end, { after: answer.next });
  }

  async extendBack() {
    const request = { before: this.pages[0].previous };
    const answer = await this.load({ ...request, limit: PAGE }, this.abort.signal);
    this.answer = answer;
    this.base -= answer.documents.length;
    this.pages.unshift({ request, ...answer });
    while (this.pages.length > MAXIMUM_PAGES) this.pages.pop();
    // The rows before this page were counted from the end, and changes may have moved them.
    if (answer.previous === null) this.base = 0;
    else if (this.base < 1) this.base = 1;
    else this.keep(this.base, { before: answer.previous });
  }

  /** A step toward a row outside the window, from the nearest known place. */
  distantStep(target) {
    let best = { index: 0, request: {} };
    const consider = (index, request) => {
      if (Math.abs(index - target) < Math.abs(best.index - target)) best = { index, request };
    };
    if (this.total !== null) consider(this.total, { last: true });
    for (const [index, request] of this.checkpoints) consider(index, request);
    const { index, request } = best;
    const isBackward = request.last === true || request.before !== undefined;
    const distance = isBackward ? index - target : target - index;
    if (distance <= PAGE) return () => this.jump(index, request, isBackward);
    return () => this.seek(index, request, isBackward, Math.min(LONG_PAGE, distance));
  }

  async jump(index, request, isBackward) {
    const answer = await this.load({ ...request, limit: PAGE }, this.abort.signal);
    const base = isBackward ? index - answer.documents.length : index;
    this.pages = [];
    this.accept({ request, ...answer }, answer.previous === null ? 0 : Math.max(base, 1));
    if (answer.next === null) this.total = this.end;
  }

  /** Reads a long page without bodies only for its cursors. */
  async seek(index, request, isBackward, limit) {
    const answer = await this.load({ ...request, limit, columns: [] }, this.abort.signal);
    const count = answer.documents.length;
    const cursor = isBackward ? answer.previous : answer.next;
    if (cursor === null) {
      // The list is shorter than it was. The end that was reached is certain.
      this.checkpoints.clear();
      if (!isBackward) this.total = index + count;
      await this.jump(isBackward ? 0 : this.total, isBackward ? {} : { last: true }, !isBackward);
      this.wanted = [this.base, this.base];
    } else if (isBackward) {
      this.keep(index - count, { before: cursor });
    } else {
      this.keep(index + count, { after: cursor });
    }
  }

  accept(page, base) {
    this.answer = page;
    this.base = base;
    this.pages.push(page);
    if (page.next !== null) this.keep(this.end, { after: page.next });
    if (page.previous !== null) this.keep(base, { before: page.previous });
  }

  keep(index, request) {
    this.checkpoints.set(index, request);
    if (this.checkpoints.size <= MAXIMUM_CHECKPOINTS) return;
    this.checkpoints = new Map([...this.checkpoints].filter((_, position) => position % 2 === 0));
  }

  /** Reads the pages of visible rows again. Returns the IDs of documents whose revision changed. */
  async refresh(first, last) {
    if (this.isBusy) return new Set();
    this.isBusy = true;
    try {
      const signal = this.abort.signal;
      this.recount();
      const before = new Map(this.pages.flatMap((page) => page.documents.map((row) => [row.id, row.revision])));
      const place = this.place(first) ?? { page: { request: {} }, start: 0 };
      const pages = [await this.load({ ...place.page.request, limit: PAGE }, signal)];
      pages[0].request = place.page.request;
      let length = pages[0].documents.length;
      while (place.start + length < last && pages[pages.length - 1].next !== null) {
        const request = { after: pages[pages.length - 1].next };
        const page = await this.load({ ...request, limit: PAGE }, signal);
        pages.push({ request, ...page });
        length += page.documents.length;
      }
      Object.assign(this, { pages, base: pages[0].previous === null ? 0 : place.start, answer: pages[0] });
      if (pages[pages.length - 1].next === null) this.total = this.end;
      this.checkpoints.clear();
      return new Set(pages.flatMap((page) => page.documents)
        .filter((row) => before.get(row.id) !== row.revision).map((row) => row.id));
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }
}

"""####
}
