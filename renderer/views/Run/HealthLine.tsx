import { IconAlertTriangle, IconGaugeOff, IconShieldCheck } from '@tabler/icons-react';
import type { Verdict } from '../../../contracts/words.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

const icons = { ok: IconShieldCheck, suspect: IconAlertTriangle, 'client-bound': IconGaugeOff };
const tones: Record<Verdict, 'plain' | 'warn' | 'bad'> = {
  ok: 'plain',
  suspect: 'warn',
  'client-bound': 'bad',
};

const none: readonly string[] = [];

/** A sentence on whether the running trial can be trusted so far; it expands to further reasons. */
export function HealthLine() {
  const running = useRun((state) => state.progress?.status === 'running');
  const verdict = useRun((state) => state.health?.verdict ?? null);
  const sentence = useRun((state) => state.health?.sentence ?? '');
  const more = useRun((state) => state.health?.reasons.slice(1).join('\n') ?? '');
  if (!running) return null;
  const tone = verdict === null ? 'unknown' : tones[verdict];
  const words = sentence || 'Not judged yet: too little measured so far.';
  const others = more === '' ? none : more.split('\n');
  const Icon = icons[verdict ?? 'ok'];
  const line = (
    <>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className={styles.healthWords} title={words}>
        {words}
      </span>
    </>
  );
  if (others.length === 0) {
    return (
      <p className={styles.health} data-tone={tone}>
        {line}
      </p>
    );
  }
  return (
    <details className={styles.healthDetails} data-tone={tone}>
      <summary className={styles.health} data-tone={tone}>
        {line}
        <span className={styles.moreNotices}>{others.length} more</span>
      </summary>
      <ul className={styles.healthMore}>
        {others.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
