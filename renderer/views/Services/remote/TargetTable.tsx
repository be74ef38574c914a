import type { ListedTarget } from '../../../../contracts/services.ts';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import styles from '../Services.module.css';
import { addressesOf, checkKey, useTargetChecks } from './targetChecks.ts';
import { VerdictMark } from './VerdictMark.tsx';

interface TargetTableProps {
  readonly targets: readonly ListedTarget[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** The saved targets with the results of their last checks. */
export function TargetTable({ targets, selected, onSelect }: TargetTableProps) {
  const checks = useTargetChecks();
  return (
    <table className={styles.table} aria-label="Remote targets">
      <thead>
        <tr>
          <th scope="col">Target</th>
          <th scope="col">Addresses</th>
          <th scope="col">Load</th>
        </tr>
      </thead>
      <tbody>
        {targets.map((target) => (
          <tr key={target.id} data-selected={target.id === selected || undefined}>
            <th scope="row">
              <button
                type="button"
                className={styles.pick}
                aria-pressed={target.id === selected}
                onClick={() => onSelect(target.id)}
              >
                {target.name}
              </button>
            </th>
            <td>
              <ul className={styles.addressList}>
                {addressesOf(target).map(({ protocol, address }) => (
                  <li key={protocol}>
                    <ProtocolChip protocol={protocol} />
                    <span className="wb-mono">{address}</span>
                    <VerdictMark check={checks[checkKey(target.id, protocol)]} />
                  </li>
                ))}
              </ul>
            </td>
            <td>{permission(target)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether load may go to the hosts of a target. */
function permission({ hosts }: ListedTarget): string {
  if (hosts.length === 0) return 'this computer';
  return hosts.every(({ confirmed }) => confirmed) ? 'confirmed' : 'not confirmed';
}
