import { secretsHidden } from '../../../workloads/own-service/secrets.ts';
import { readableLine } from '../../services/service-log.ts';

/** Maximum per trial, so that the log of a long run stays small. */
const maxLines = 40;
const longestLine = 400;
/** Shorter lines of a multi-line secret, such as a key, are too common to hide. */
const tellingLine = 8;

/** The last lines of a log for storage and display, without secrets and terminal control sequences. */
export function lastLines(text: string, secrets: readonly string[]): string[] {
  const parts = secrets.flatMap((secret) =>
    secret.split(/\r?\n/).filter((line) => line.length >= tellingLine),
  );
  return secretsHidden({ secrets: [...new Set([...secrets, ...parts])] })(text)
    .split(/\r?\n|\r/)
    .map((line) => readableLine(line).trimEnd())
    .filter((line) => line !== '')
    .slice(-maxLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)} …` : line));
}
