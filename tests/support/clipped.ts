import type { Page } from 'playwright-core';

/** Elements that carry meaning: headings, table heads, chart titles, values, controls. */
const meaningful = [
  ...['h1', 'h2', 'h3', 'th', 'dt', 'dd', 'legend', 'button', 'nav a'],
  // Names and values without a role.
  ...['[class*="_title_"]', '[class*="_value_"]'],
].join(', ');

/** Tolerance for rounding, in pixels. */
const slack = 2;

/** Runs in the page, so it refers to nothing outside of itself. */
const findClipped = `(selector, slack) => {
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const cutBy = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box = node.parentElement; box !== document.documentElement; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (scrolls(overflowX)) return null;
      const edge = box.getBoundingClientRect();
      if (hides(overflowX) && (text.right > edge.right + slack || text.left < edge.left - slack)) {
        return box.className || box.tagName;
      }
    }
    return text.right > innerWidth + slack || text.left < -slack ? 'the window' : null;
  };
  const found = new Set();
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility()) continue;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const words = node.data.trim().slice(0, 40);
      // One pixel: for screen readers.
      if (words === '' || node.parentElement.getBoundingClientRect().width <= 1) continue;
      const by = cutBy(node);
      if (by !== null) found.add(words + ' is cut by ' + by);
    }
  }
  return [...found];
}`;

/**
 * Finds texts of the window that are cut off, or that no scrolling reveals.
 * @returns each with what cuts it off; empty if all can be read.
 */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${findClipped})(${JSON.stringify(meaningful)}, ${slack})`);
}
