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

/** Whether the figures of the running trial can be trusted so far, in a sentence. */
export function HealthLine() {
  const running = useRun((state) => state.progress?.status === 'running');
  const verdict = useRun((state) => state.health?.verdict ?? null);
  const sentence = useRun((state) => state.health?.sentence ?? '');
  const more = useRun((state) => Math.max(0, (state.health?.reasons.length ?? 0) - 1));
  const rest = useRun((state) => state.health?.reasons.slice(1).join(' ') ?? '');
  if (!running) return null;
  const Icon = icons[verdict ?? 'ok'];
  return (
    <p className={styles.health} data-tone={verdict === null ? 'unknown' : tones[verdict]}>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className={styles.healthWords}>
        {sentence || 'Not judged yet: nothing was measured so far.'}
        {more > 0 && <span title={rest}>{` And ${more} more: ${rest}`}</span>}
      </span>
    </p>
  );
}
