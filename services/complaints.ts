/** Maximum complaints reported per second; a load of errors must not become a load of log lines. */
const maxPerSecond = 10;
const longest = 300;

/**
 * Passes complaints on, at most ten a second; the number of suppressed ones is added to the next one that
 * passes.
 * @param now milliseconds of any monotonic clock.
 */
export function complaintLimit(
  report: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  let second = Number.NEGATIVE_INFINITY;
  let reported = 0;
  let withheld = 0;
  return (message) => {
    const at = now();
    if (at - second >= 1000) {
      second = at;
      reported = 0;
    }
    if (reported >= maxPerSecond) {
      withheld++;
      return;
    }
    reported++;
    const before = withheld === 0 ? '' : ` (${withheld} more before it)`;
    withheld = 0;
    report(message.slice(0, longest) + before);
  };
}
