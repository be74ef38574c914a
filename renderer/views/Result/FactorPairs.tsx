import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison } from '../../../contracts/result.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { type FactorPair, factorPairs } from '../../data/factorPairs.ts';
import { howGateway, howTls } from '../../data/how.ts';
import { HowButton } from './HowButton.tsx';
import { factorPairColumns, factorPairCsvColumns } from './pairColumns.tsx';

interface FactorPairsProps {
  readonly factor: 'tls' | 'gateway';
  readonly comparisons: readonly Comparison[];
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

const rowHeight = 46;

const words = {
  tls: { title: 'TLS overhead', what: 'TLS', how: howTls },
  gateway: { title: 'Gateway overhead', what: 'gateway', how: howGateway },
} as const;

/** Cost of TLS or a gateway: each cell with it, compared with the same cell without. */
export function FactorPairs({ factor, comparisons, trials, runName }: FactorPairsProps) {
  const { title, what, how } = words[factor];
  const rows = useMemo(
    () => factorPairs(factor, comparisons, trials),
    [factor, comparisons, trials],
  );
  const columns = useMemo(() => factorPairColumns(rows), [rows]);
  const csv = useMemo(() => factorPairCsvColumns(rows, what), [rows, what]);
  return (
    <TablePanel<FactorPair>
      title={title}
      note={`without → with ${what}, and below it the ratio in three forms: times, percent of it, percent change`}
      actions={<HowButton title={title} facts={how(trials)} />}
      file={`${runName} ${title.toLowerCase()}`}
      columns={columns}
      csvColumns={csv}
      rows={rows}
      rowKey={({ key }) => key}
      rowHeight={rowHeight}
    />
  );
}
