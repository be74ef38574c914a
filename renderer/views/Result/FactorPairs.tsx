import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison } from '../../../contracts/result.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { type FactorPair, factorPairs } from '../../data/factorPairs.ts';
import { howGateway, howTls } from '../../data/how.ts';
import { HowButton } from './HowButton.tsx';
import { pairColumns, pairCsvColumns } from './pairColumns.tsx';
import { tableHeight } from './tableHeight.ts';

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

/** What TLS or a gateway costs: each cell with it beside the same cell without. */
export function FactorPairs({ factor, comparisons, trials, runName }: FactorPairsProps) {
  const { title, what, how } = words[factor];
  const rows = useMemo(
    () => factorPairs(factor, comparisons, trials),
    [factor, comparisons, trials],
  );
  const columns = useMemo(() => pairColumns(rows), [rows]);
  const csv = useMemo(() => pairCsvColumns(rows, what), [rows, what]);
  return (
    <Panel
      title={title}
      note={`without → with ${what}, and below it the ratio in three ways: times, percent of it, percent change`}
      padded={false}
      actions={
        <>
          <HowButton title={title} facts={how(trials)} />
          <SaveCsvButton name={`${runName} ${title.toLowerCase()}`} columns={csv} rows={rows} />
        </>
      }
    >
      <div style={{ height: tableHeight(rows.length, rowHeight) }}>
        <DataTable<FactorPair>
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHeight={rowHeight}
        />
      </div>
    </Panel>
  );
}
