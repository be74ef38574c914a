import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ClientTax } from '../../../contracts/result.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { TaxChart, taxChartHeight } from '../../charts/TaxChart.tsx';
import { Panel } from '../../components/Panel.tsx';
import { taxRows, taxSummary, taxTable } from '../../data/clientTax.ts';
import { doubtNotes } from '../../data/doubtNotes.ts';
import { howClientTax } from '../../data/how.ts';

interface ClientTaxPanelProps {
  readonly taxes: readonly ClientTax[];
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Extra client cost of the libraries that applications use, compared with the raw drivers. */
export function ClientTaxPanel({ taxes, trials, origin }: ClientTaxPanelProps) {
  const rows = useMemo(() => taxRows(taxes, trials), [taxes, trials]);
  if (rows.length === 0) return null;
  const judged = rows.map(({ label, detail, verdict }) => ({
    label: [label, detail].filter(Boolean).join(' '),
    verdict,
  }));
  return (
    <Panel title="Client tax" note="what a library costs over the raw driver, all else being equal">
      <ChartFrame
        title="Client CPU per request"
        unit="µs"
        better="lower"
        summary={taxSummary(rows)}
        legend={[]}
        height={taxChartHeight(rows.length)}
        minPlot={taxChartHeight(rows.length)}
        table={() => taxTable(rows)}
        origin={origin}
        how={<HowFacts facts={howClientTax(trials)} />}
        footnotes={doubtNotes(judged)}
        draw={(area) => <TaxChart rows={rows} {...area} />}
      />
    </Panel>
  );
}
