import { startTransition, useEffect, useState } from 'react';

/**
 * False until the component's first frame has been painted, then true. Costly
 * parts can wait for it, so that the frame of a view responds to a click immediately.
 */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => startTransition(() => setPainted(true));
    // A task queued in a frame runs after that frame is painted.
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      channel.port1.close();
    };
  }, []);
  return painted;
}
