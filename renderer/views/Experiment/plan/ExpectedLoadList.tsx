import type { ExpectedAmount, ExpectedLoad } from '../../../../contracts/collection.ts';
import { formatBytes, formatCount } from '../../../../metrics/format.ts';
import { levelDigits, levelText } from '../../../../metrics/levels.ts';
import styles from './Plan.module.css';

/** The expected load of a run, with the source of each number. */
export function ExpectedLoadList({ load }: { load: ExpectedLoad }) {
  const { of, least, most } = load;
  const range =
    least === most ? levelText(of, most) : `${levelDigits(least)} to ${levelText(of, most)}`;
  return (
    <section className={styles.load} aria-label="Expected load">
      <h3>Expected load</h3>
      <dl>
        <dt>Level</dt>
        <dd>{range}</dd>
        <dt>Connections</dt>
        <dd>
          {formatCount(load.connections)} <span className={styles.basis}>at once, at most</span>
        </dd>
        <dt>Requests</dt>
        <Amount amount={load.requests} format={formatCount} />
        <dt>Bytes</dt>
        <Amount amount={load.bytes} format={formatBytes} />
      </dl>
    </section>
  );
}

interface AmountProps {
  readonly amount: ExpectedAmount;
  readonly format: (value: number) => string;
}

function Amount({ amount: { total, bound, basis }, format }: AmountProps) {
  if (total === null) {
    return (
      <dd>
        <span className={styles.basis}>{basis}</span>
      </dd>
    );
  }
  return (
    <dd>
      {bound} {format(roundedTotal(total, bound))} <span className={styles.basis}>{basis}</span>
    </dd>
  );
}

/** Estimates have at most three significant digits. */
function roundedTotal(total: number, bound: ExpectedAmount['bound']): number {
  if (bound === 'at least') return total;
  return Number(total.toPrecision(3));
}
