import { SegmentedControl } from '@mantine/core';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import { clientKinds, tlsLevels } from '../../../contracts/words.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { filterLevels, type SeriesFilter } from '../../data/seriesFilter.ts';
import styles from './Result.module.css';

interface FilterBarProps {
  readonly cells: readonly Cell[];
  readonly filter: SeriesFilter;
  readonly onChange: (filter: SeriesFilter) => void;
}

const all = { value: 'all', label: 'All' };

/** Chooses which TLS levels and clients the figures show; absent if the run varies neither. */
export function SeriesFilterBar({ cells, filter, onChange }: FilterBarProps) {
  const { tls, clients } = filterLevels(cells);
  if (tls.length < 2 && clients.length < 2) return null;
  return (
    <div className={styles.filters}>
      <span>Figures show</span>
      {tls.length > 1 && (
        <SegmentedControl
          aria-label="TLS shown"
          data={[all, ...tls.map((level) => ({ value: level, label: tlsLabel(level) }))]}
          value={filter.tls ?? 'all'}
          onChange={(value) =>
            onChange({ ...filter, tls: tlsLevels.find((level) => level === value) ?? null })
          }
        />
      )}
      {clients.length > 1 && (
        <SegmentedControl
          aria-label="Clients shown"
          data={[all, ...clients.map((kind) => ({ value: kind, label: `${kind} client` }))]}
          value={filter.client ?? 'all'}
          onChange={(value) =>
            onChange({ ...filter, client: clientKinds.find((kind) => kind === value) ?? null })
          }
        />
      )}
    </div>
  );
}
