import type { Discovery } from '../../../contracts/found.ts';
import { countOf } from '../../../metrics/format.ts';
import styles from './OwnService.module.css';
import { useOwnService } from './ownServiceStore.ts';

/** What the last addresses were asked, and what came of each question. */
export function DiscoveryNote() {
  const discoveries = useOwnService((state) => state.discoveries);
  if (discoveries.length === 0) return null;
  return (
    <section className={styles.discovery} aria-label="What was found">
      {discoveries.map((discovery, index) => (
        <Found key={index} discovery={discovery} />
      ))}
    </section>
  );
}

function Found({ discovery: { address, attempts, advice } }: { readonly discovery: Discovery }) {
  const found = attempts.filter((one) => one.found);
  return (
    <details open={advice !== null && attempts.length <= 3}>
      <summary>
        <span role={advice === null ? 'status' : 'alert'} data-bad={advice !== null || undefined}>
          {advice ?? `Found at ${address}: ${found.map(({ outcome }) => outcome).join('; ')}.`}
        </span>{' '}
        <small>{countOf(attempts.length, 'question')} asked</small>
      </summary>
      <ul>
        {attempts.map(({ asked, outcome, found: isFound }) => (
          <li key={`${asked} ${outcome}`} data-found={isFound || undefined}>
            <span>{asked}</span> {outcome}
          </li>
        ))}
      </ul>
    </details>
  );
}
