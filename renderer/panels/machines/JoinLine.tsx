import { CopyButton } from '../../components/CopyButton.tsx';
import styles from './JoinLine.module.css';

/** The command to copy and run on a load machine. */
export function JoinLine({ line }: { line: string }) {
  return (
    <div className={styles.line}>
      <code className={styles.command}>{line}</code>
      <CopyButton text={line} name="Copy the line" labelled />
    </div>
  );
}
