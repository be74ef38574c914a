/** How long a section is held at the top after the last change of what is drawn, in ms. */
const heldMs = 2000;
const ways = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Brings a section to the top and gives it the focus, so that the next Tab goes on from there. It stays
 * there while other sections are still being drawn, unless the reader moves.
 * @returns ends the holding.
 */
export function goToSection(page: HTMLElement, id: string): () => void {
  const section = page.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
  if (!section) return () => undefined;
  let timer = 0;
  const show = () => {
    section.scrollIntoView({ block: 'start' });
    clearTimeout(timer);
    timer = window.setTimeout(end, heldMs);
  };
  const sizes = new ResizeObserver(show);
  const watchSizes = () => {
    for (const one of page.children) sizes.observe(one);
  };
  const arrivals = new MutationObserver(watchSizes);
  const end = () => {
    sizes.disconnect();
    arrivals.disconnect();
    clearTimeout(timer);
    for (const way of ways) page.removeEventListener(way, end);
  };
  for (const way of ways) page.addEventListener(way, end, { passive: true });
  arrivals.observe(page, { childList: true });
  watchSizes();
  show();
  section.focus({ preventScroll: true });
  return end;
}
