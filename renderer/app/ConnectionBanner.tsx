import { IconKeyOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../transport/connection.ts';
import styles from './AppFrame.module.css';
import { useEngineEnd } from './engineEnd.ts';

/** Says that the engine is away, and what that means for what is on screen. */
export function ConnectionBanner() {
  const status = useConnection((state) => state.status);
  // Its own banner says more.
  const ended = useEngineEnd((state) => state.end !== null);
  if (status === 'lost' && !ended) {
    return (
      <div className={styles.banner} role="alert">
        <IconPlugConnectedX size={15} stroke={1.8} />
        The connection to the engine is lost; reconnecting. Everything measured so far is stored.
      </div>
    );
  }
  if (status === 'refused') {
    return (
      <div className={styles.banner} role="alert" data-tone="bad">
        <IconKeyOff size={15} stroke={1.8} />
        The engine does not accept this window. Open the address that “wirebench serve” printed.
      </div>
    );
  }
  return null;
}
