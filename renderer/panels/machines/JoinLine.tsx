import { CopyButton } from '../../components/CopyButton.tsx';
import styles from './JoinLine.module.css';

/** The command that is run on a machine that is to generate load, to be copied. */
export function JoinLine({ line }: { line: string }) {
  return (
    <div className={styles.line}>
      <code className={styles.command}>{line}</code>
      <CopyButton text={line} name="Copy the line" labelled />
    </div>
  );
}
