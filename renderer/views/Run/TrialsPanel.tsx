import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../components/Panel.tsx';
import type { CellMetric } from '../../data/matrix.ts';
import { metricLabels, metricWords } from './metrics.ts';
import { useRun } from './runStore.ts';
import { TrialGrid } from './TrialGrid.tsx';

const metrics: readonly CellMetric[] = ['throughput', 'p99', 'errors'];
const options = metrics.map((value) => ({ value, label: metricLabels[value] }));

/** The matrix of the run, and the choice of its metric. */
export function TrialsPanel({ drawn }: { drawn: boolean }) {
  const [metric, setMetric] = useState<CellMetric>('throughput');
  const counts = useRun((state) => state.progress?.counts ?? 'requests');
  const choose = (value: string) => setMetric(metrics.find((one) => one === value) ?? 'throughput');
  return (
    <Panel
      title="Trials"
      note={metricWords(metric, counts).note}
      padded={false}
      actions={
        <SegmentedControl
          aria-label="Figure shown of each trial"
          size="xs"
          data={options}
          value={metric}
          onChange={choose}
        />
      }
    >
      {drawn && <TrialGrid metric={metric} />}
    </Panel>
  );
}
