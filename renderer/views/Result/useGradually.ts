import { startTransition, useEffect, useState } from 'react';

/**
 * How many of a page's parts to draw: a few at first, so that the page is there at once, then one
 * more after each frame until all are there.
 * @param wanted index of a part that is needed now, with all before it.
 */
export function useGradually(parts: number, first: number, wanted: number): number {
  const [count, setCount] = useState(first);
  const shown = Math.min(parts, Math.max(count, wanted + 1));
  useEffect(() => {
    if (shown >= parts) return;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => startTransition(() => setCount(shown + 1));
    // A task that is queued in a frame runs once that frame is painted.
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      channel.port1.close();
    };
  }, [shown, parts]);
  return shown;
}
