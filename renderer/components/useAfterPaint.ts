import { startTransition, useEffect, useState } from 'react';

/**
 * False until the frame in which the component came has been painted, then true: what is costly
 * to draw can wait for it, so that a click is answered by the frame of a view at once.
 */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => startTransition(() => setPainted(true));
    // A task that is queued in a frame runs once that frame is painted.
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      channel.port1.close();
    };
  }, []);
  return painted;
}
