import { Button, SegmentedControl } from '@mantine/core';
import { IconListCheck, IconReport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ComparedMetric,
  type ComparisonReport,
  comparedMetrics,
} from '../../../contracts/compare.ts';
import { newReportFor } from '../../actions/newReport.ts';
import { Provenance } from '../../charts/figure.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { compareHeadline } from '../../data/compareHeadline.ts';
import { provenanceOfRuns } from '../../data/provenance.ts';
import { navigate } from '../../navigation/navigation.ts';
import { useKeptQuery } from '../../transport/useKeptQuery.ts';
import styles from './Compare.module.css';
import { CellsTab } from './cells/CellsTab.tsx';
import { Differences } from './Differences.tsx';
import { RunStrip } from './RunStrip.tsx';
import { RunsTab } from './RunsTab.tsx';
import { TrendTab } from './trend/TrendTab.tsx';

const tabs = [
  { value: 'runs', label: 'Runs' },
  { value: 'cells', label: 'Cells' },
  { value: 'trend', label: 'Trend' },
] as const;
type Tab = (typeof tabs)[number]['value'];

interface ComparePageProps {
  /** The baseline first; at least one. */
  readonly runIds: readonly string[];
  readonly onChoose: () => void;
}

/** Chosen runs: other differences, then the comparison of their cells. */
export function ComparePage({ runIds, onChoose }: ComparePageProps) {
  const [baseline = '', ...others] = runIds;
  const [metric, setMetric] = useState<ComparedMetric>('throughput');
  const [wanted, setTab] = useState<Tab>('runs');
  const alone = others.length === 0;
  const tab = alone && wanted === 'runs' ? 'cells' : wanted;
  const { data, error, refetch, isPlaceholderData } = useKeptQuery(
    ['compare', 'runs', baseline, others, metric],
    (engine) => engine.compare.runs({ baseline, others, metrics: [metric] }),
  );
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Compare"
        note={data ? noteOf(data.runs.length) : undefined}
        actions={
          <>
            <SegmentedControl
              aria-label="What to compare"
              data={tabs.filter(({ value }) => !alone || value !== 'runs')}
              value={tab}
              onChange={(value) => setTab(tabs.find((one) => one.value === value)?.value ?? 'runs')}
            />
            <Button
              variant="default"
              leftSection={<IconReport size={14} stroke={1.7} />}
              onClick={() => void newReportFor(runIds)}
            >
              Report
            </Button>
            <Button
              variant="default"
              leftSection={<IconListCheck size={14} stroke={1.7} />}
              onClick={onChoose}
            >
              Choose runs
            </Button>
          </>
        }
      />
      {error && !data && (
        <FailedState
          title="These runs could not be compared"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <LoadingState label="Comparing the runs" />}
      {data && (
        <ScrollRegion className={styles.page} label="Comparison">
          {tab === 'runs' && !isPlaceholderData && <Headline report={data} metric={metric} />}
          <RunStrip
            runs={data.runs}
            onChange={(ids) => navigate({ view: 'compare', runIds: ids })}
          />
          {tab === 'runs' && <Differences runs={data.runs} />}
          <MetricPicker value={metric} onChange={setMetric} />
          <Provenance value={provenanceOfRuns(data.runs)}>
            {tab === 'runs' && (
              <RunsTab
                report={data}
                metric={metric}
                stale={isPlaceholderData}
                onCells={() => setTab('cells')}
              />
            )}
            {tab === 'cells' && <CellsTab runs={data.runs} metric={metric} />}
          </Provenance>
          {tab === 'trend' && <TrendTab runId={baseline} metric={metric} />}
        </ScrollRegion>
      )}
    </div>
  );
}

/** What the comparison comes to, first. */
function Headline({ report, metric }: { report: ComparisonReport; metric: ComparedMetric }) {
  const words = compareHeadline(report, metric);
  return words === null ? null : <p className={styles.headline}>{words}</p>;
}

function noteOf(runs: number): string {
  if (runs === 1) return 'One run: its cells compared with each other';
  return `${runs - 1} ${runs === 2 ? 'run' : 'runs'} compared with a baseline`;
}

const labels: Record<ComparedMetric, string> = {
  throughput: 'Throughput',
  mean: 'Mean',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  clientCpu: 'Client CPU',
  serverCpu: 'Service CPU',
};
const data = comparedMetrics.map((metric) => ({ value: metric, label: labels[metric] }));

interface MetricPickerProps {
  readonly value: ComparedMetric;
  readonly onChange: (metric: ComparedMetric) => void;
}

/** One metric at a time. */
function MetricPicker({ value, onChange }: MetricPickerProps) {
  return (
    <div className={styles.metrics}>
      <SegmentedControl
        aria-label="Metric"
        data={data}
        value={value}
        onChange={(next) => {
          const metric = comparedMetrics.find((one) => one === next);
          if (metric) onChange(metric);
        }}
      />
    </div>
  );
}
