import { Button } from '@mantine/core';
import type { ListedOperation } from '../../data/ownService.ts';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';

interface OperationProps {
  readonly operation: ListedOperation;
}

/** An operation that is in no pair. @param mayPair whether there are others to pair it with. */
export function OperationRow({ operation, mayPair }: OperationProps & { mayPair: boolean }) {
  const { key, label } = operation;
  const isPicked = useOwnService((state) => state.picked.has(key));
  const isShown = useOwnService((state) => state.shown === key);
  return (
    <li className={styles.operation} data-shown={isShown || undefined}>
      <input
        type="checkbox"
        aria-label={`Pick ${label}`}
        checked={isPicked}
        onChange={({ currentTarget: { checked } }) => {
          ownService.pick([key], checked);
          if (checked) ownService.show(key);
        }}
      />
      <OperationButton operation={operation} />
      {mayPair && <PairButton operation={operation} />}
    </li>
  );
}

/** Shows the sample of an operation. */
export function OperationButton({ operation }: OperationProps) {
  const { key, name, label, doc, changes } = operation;
  const isShown = useOwnService((state) => state.shown === key);
  const told = [...new Set([label, name, doc])].filter((one) => one !== '').join(': ');
  return (
    <button
      type="button"
      className={styles.show}
      aria-pressed={isShown}
      title={told}
      onClick={() => ownService.show(key)}
    >
      <span className={styles.name}>{label}</span>
      {changes && <span className={styles.changes}>changes data</span>}
      {doc !== '' && <span className={styles.doc}>{doc}</span>}
    </button>
  );
}

/** Begins to pair an operation, or pairs it with the one that was begun. */
export function PairButton({
  operation: { key, label, protocol },
  pairedWith = [],
}: OperationProps & { readonly pairedWith?: readonly string[] }) {
  const pairing = useOwnService((state) => state.pairing);
  if (pairing === null) {
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Pair ${label}`}
        onClick={() => ownService.startPairing({ key, label, protocol })}
      >
        Pair
      </Button>
    );
  }
  if (pairing.key === key) {
    return (
      <Button
        variant="light"
        size="compact-xs"
        aria-label={`Cancel pairing ${label}`}
        onClick={() => ownService.startPairing(null)}
      >
        Cancel
      </Button>
    );
  }
  if (pairing.protocol === protocol || pairedWith.includes(pairing.key)) return null;
  return (
    <Button
      size="compact-xs"
      aria-label={`With this: ${label}`}
      onClick={() => ownService.pairWith(key)}
    >
      With this
    </Button>
  );
}
