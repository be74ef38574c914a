import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { describeError } from '../transport/errors.ts';
import styles from './States.module.css';

interface FailedStateProps {
  /** The failure, such as `The history could not be read`. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Shown if data could not be loaded: the reason, and a button to try again. */
export function FailedState({ title, error, onRetry }: FailedStateProps) {
  const { message, hint, code } = describeError(error);
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon} data-tone="bad">
        <IconPlugConnectedX size={20} stroke={1.6} />
      </div>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>
        {message} {hint}
      </p>
      <p className={styles.code}>{code}</p>
      {onRetry && (
        <div className={styles.actions}>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
