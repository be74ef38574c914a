import { Button } from '@mantine/core';
import type { Pair, PairReason } from '../../../workloads/own-service/pairing.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import type { ListedOperation } from '../../data/ownService.ts';
import { OperationButton, PairButton } from './OperationRow.tsx';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';

const reasons: Readonly<Record<PairReason, string>> = {
  name: 'same name',
  path: 'alike in name and path',
  fields: 'same fields',
  you: 'paired by you',
};

interface PairListProps {
  readonly pairs: readonly Pair[];
  readonly operations: ReadonlyMap<string, ListedOperation>;
}

/** Operations of several protocols that are compared as one request. */
export function PairList({ pairs, operations }: PairListProps) {
  if (pairs.length === 0) return null;
  return (
    <section className={styles.pairs} aria-label="Compared">
      <h3>Compared</h3>
      <ul className={styles.list}>
        {pairs.map((pair) => (
          <PairRow
            key={pair.keys.join()}
            pair={pair}
            members={pair.keys.flatMap((key) => operations.get(key) ?? [])}
          />
        ))}
      </ul>
    </section>
  );
}

function PairRow({ pair, members }: { pair: Pair; members: readonly ListedOperation[] }) {
  const picked = useOwnService((state) => state.picked);
  const count = pair.keys.filter((key) => picked.has(key)).length;
  const names = members.map(({ label }) => label).join(' and ');
  return (
    <li className={styles.pair} aria-label={names}>
      <input
        type="checkbox"
        aria-label={`Pick ${names}`}
        checked={count === pair.keys.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < pair.keys.length;
        }}
        onChange={({ currentTarget: { checked } }) => {
          ownService.pick(pair.keys, checked);
          const [first] = pair.keys;
          if (checked && first !== undefined) ownService.show(first);
        }}
      />
      <div className={styles.members}>
        {members.map((operation) => (
          <div key={operation.key} className={styles.member}>
            <ProtocolChip protocol={operation.protocol} />
            <OperationButton operation={operation} />
            <PairButton operation={operation} pairedWith={pair.keys} />
          </div>
        ))}
        <div className={styles.reason}>
          <span>{reasons[pair.why]}</span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Take apart: ${names}`}
            onClick={() => ownService.takeApart(pair.keys)}
          >
            Take apart
          </Button>
        </div>
      </div>
    </li>
  );
}
