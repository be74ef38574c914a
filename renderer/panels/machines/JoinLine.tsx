import { formatCommand } from '../../../metrics/format.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import styles from './JoinLine.module.css';

/** The command to copy and run on a load machine. */
export function JoinLine({ line }: { line: string }) {
  const command = formatCommand(line);
  return (
    <div className={styles.line}>
      <code className={styles.command}>{command}</code>
      <CopyButton text={command} name="Copy the line" labelled />
    </div>
  );
}
