import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Lets the arrow keys move the focus between the rows of a table body. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const row = event.target;
  if (step === undefined || !(row instanceof HTMLTableRowElement)) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  if (!(next instanceof HTMLTableRowElement) || next.tabIndex < 0) return;
  event.preventDefault();
  next.focus();
}
