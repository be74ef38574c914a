import { countOf } from '../../../metrics/format.ts';
import styles from './OwnService.module.css';
import { useOwnService } from './ownServiceStore.ts';

/** What the last address was asked, and what came of each question. */
export function DiscoveryNote() {
  const discovery = useOwnService((state) => state.discovery);
  if (discovery === null) return null;
  const { address, attempts, advice } = discovery;
  const found = attempts.filter((one) => one.found);
  return (
    <section className={styles.discovery} aria-label="What was found">
      <p role={advice === null ? 'status' : 'alert'} data-bad={advice !== null || undefined}>
        {advice ?? `Found at ${address}: ${found.map(({ outcome }) => outcome).join('; ')}.`}
      </p>
      <details open={advice !== null && attempts.length <= 3}>
        <summary>{countOf(attempts.length, 'question')} asked</summary>
        <ul>
          {attempts.map(({ asked, outcome, found: isFound }) => (
            <li key={`${asked} ${outcome}`} data-found={isFound || undefined}>
              <span>{asked}</span> {outcome}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
