import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconHeartBroken, IconX } from '@tabler/icons-react';
import { formatRoute } from '../navigation/navigation.ts';
import { useConnection } from '../transport/connection.ts';
import styles from './AppFrame.module.css';
import { dismissEngineEnd, restartEngine, useEngineEnd } from './engineEnd.ts';

/** Says that the engine's process has ended by itself, what became of the run, and what to do. */
export function EngineBanner() {
  const { end, run } = useEngineEnd();
  const connected = useConnection((state) => state.status === 'open');
  if (end === null) return null;
  return (
    <div className={styles.banner} role="alert" data-tone="bad">
      <IconHeartBroken size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>
        The engine ended unexpectedly ({end.reason}). {whatNow(end.restarting, connected)}{' '}
        {run && connected ? (
          <>
            The run{' '}
            <Anchor
              href={formatRoute({ view: 'result', runId: run.id })}
              inherit
              underline="always"
              c="inherit"
            >
              {run.name}
            </Anchor>{' '}
            was interrupted; everything measured until then is kept.
          </>
        ) : (
          'Everything measured so far is stored.'
        )}
      </span>
      {!end.restarting && (
        <Button color="red" onClick={restartEngine}>
          Restart the engine
        </Button>
      )}
      {connected && (
        <ActionIcon size={22} aria-label="Dismiss this message" onClick={dismissEngineEnd}>
          <IconX size={14} stroke={1.7} />
        </ActionIcon>
      )}
    </div>
  );
}

function whatNow(restarting: boolean, connected: boolean): string {
  if (!restarting) return 'It has now ended twice and will not restart on its own.';
  return connected ? 'It was restarted.' : 'It is restarting.';
}
