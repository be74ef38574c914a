/** Calls `answer` immediately, or after the pause of the service. */
export type Pause = (answer: () => void) => void;

interface Held {
  readonly due: number;
  readonly answer: () => void;
}

/** Approximate lateness of timers (ms); the remainder of a pause is spent polling. */
const timerSlackMs = 1.5;

/**
 * A constant delay for every answer, accurate to a small fraction of a millisecond: a plain `setTimeout`
 * rounds to integers. Answers keep their order.
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
