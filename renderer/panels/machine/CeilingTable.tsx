import type { Ceiling } from '../../../contracts/calibration.ts';
import { formatShare, threeDigits } from '../../../metrics/format.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ceilingKey, sortedCeilings } from '../../data/ceilings.ts';
import { microseconds } from '../../data/clientTax.ts';
import styles from './Machine.module.css';

/** The maximum rate of one worker on this machine, by protocol, client and TLS. */
export function CeilingTable({ ceilings }: { ceilings: readonly Ceiling[] }) {
  return (
    <ScrollRegion className={styles.scroll} label="Ceilings, scrollable">
      <table className={styles.table} aria-label="Ceilings">
        <thead>
          <tr>
            <th scope="col">Protocol</th>
            <th scope="col">Client</th>
            <th scope="col">TLS</th>
            <Head name="Ceiling" unit="requests/s, one worker" />
            <Head name="CPU" unit="µs per request" />
            <Head name="Worker busy" unit="%" />
          </tr>
        </thead>
        <tbody>
          {sortedCeilings(ceilings).map((ceiling) => (
            <tr key={ceilingKey(ceiling)}>
              <td>
                <ProtocolChip protocol={ceiling.protocol} />
              </td>
              <td>{ceiling.client}</td>
              <td>{ceiling.tls ? 'on' : 'off'}</td>
              <td data-numeric>
                {ceiling.workerBound ? '' : 'at least '}
                <strong>{threeDigits(ceiling.throughputRps)}</strong>
              </td>
              <td data-numeric>{microseconds(ceiling.cpuUs)}</td>
              <td data-numeric>{formatShare(ceiling.utilization).replace(' %', '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Head({ name, unit }: { name: string; unit: string }) {
  return (
    <th scope="col" data-numeric>
      {name} <span className={styles.unit}>{unit}</span>
    </th>
  );
}
