import { IconAlertTriangle } from '@tabler/icons-react';
import type { ErrorReport } from '../../../contracts/errors.ts';
import styles from './Machines.module.css';

/** Why no machine can join, and what to do about it. */
export function Obstacle({ report: { message, hint, code } }: { report: ErrorReport }) {
  return (
    <div className={styles.obstacle} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <div>
        <p>{message}</p>
        {hint !== undefined && <p>{hint}</p>}
        <p className={styles.code}>{code}</p>
      </div>
    </div>
  );
}
