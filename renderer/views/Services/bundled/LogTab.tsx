import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ServiceLogLine } from '../../../../contracts/services.ts';
import { formatExactTime } from '../../../../metrics/format.ts';
import { saveText } from '../../../components/saveAs.ts';
import styles from '../Services.module.css';

const kindWords: Record<ServiceLogLine['kind'], string> = {
  start: 'start',
  stop: 'stop',
  client: 'client error',
  crash: 'crash',
  output: 'output',
};

/** Log of the service, newest at the bottom. */
export function LogTab({ log, name }: { log: readonly ServiceLogLine[]; name: string }) {
  const end = useRef<HTMLDivElement>(null);
  const last = log.at(-1)?.index;
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  if (log.length === 0) return <p className={styles.tabHint}>Nothing has happened yet.</p>;
  return (
    <div className={styles.tab} data-fill>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div className={styles.log} role="log" aria-label="Log of the service" tabIndex={0}>
        {log.map((line) => (
          <div key={line.index} className={styles.logLine}>
            <time className={styles.logTime} dateTime={line.at}>
              {formatExactTime(line.at, 'second')}
            </time>
            <span className={styles.logKind} data-kind={line.kind}>
              {kindWords[line.kind]}
            </span>
            <span>{line.text}</span>
          </div>
        ))}
        <div ref={end} />
      </div>
      <Button
        variant="default"
        size="compact-sm"
        className={styles.saveButton ?? ''}
        leftSection={<IconDeviceFloppy size={14} stroke={1.7} />}
        onClick={() => saveText(name, 'text/plain', logText(log))}
      >
        Save the log…
      </Button>
    </div>
  );
}

function logText(log: readonly ServiceLogLine[]): string {
  return log.map(({ at, kind, text }) => `${at} ${kindWords[kind]}: ${text}\n`).join('');
}
