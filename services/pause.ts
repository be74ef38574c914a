/** Calls `answer` at once, or when the pause of the service is over. */
export type Pause = (answer: () => void) => void;

interface Held {
  readonly due: number;
  readonly answer: () => void;
}

/** Timers may be late by about this much (ms), so the rest of a pause is spent polling. */
const timerSlackMs = 1.5;

/**
 * A pause of the same length for every answer, true to a small part of a millisecond: a plain
 * `setTimeout` rounds to whole ones. Answers come out in the order in which they went in.
 */
export function pauseOf(delayMs: number): Pause {
  if (delayMs === 0) return (answer) => answer();
  const held: Held[] = [];
  let waiting = false;

  function wait(): void {
    const first = held[0];
    if (waiting || !first) return;
    waiting = true;
    const leftMs = first.due - performance.now();
    if (leftMs > timerSlackMs + 1) setTimeout(release, leftMs - timerSlackMs);
    else setImmediate(release);
  }

  function release(): void {
    waiting = false;
    for (let first = held[0]; first && first.due <= performance.now(); first = held[0]) {
      held.shift();
      first.answer();
    }
    wait();
  }

  return (answer) => {
    held.push({ due: performance.now() + delayMs, answer });
    wait();
  };
}
