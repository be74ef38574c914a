import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Controls.module.css';

interface StartOrStopProps {
  /** Whether it is in progress. */
  readonly working: boolean;
  /** The missing input, as a sentence; empty if it can start. */
  readonly missing: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

/** Starts or stops a recording or measurement. Disabled during a run, since they would disturb each other. */
export function StartOrStop(props: StartOrStopProps) {
  const { working, missing, icon, label, onStart, onStop } = props;
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  if (working) {
    return (
      <div className={styles.start}>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} stroke={1.7} />}
          onClick={onStop}
        >
          Stop
        </Button>
      </div>
    );
  }
  const why = active.data?.status === 'running' ? 'A run is in progress.' : missing;
  return (
    <div className={styles.start}>
      {why !== '' && <span>{why}</span>}
      <Button disabled={why !== ''} leftSection={icon} onClick={onStart}>
        {label}
      </Button>
    </div>
  );
}
