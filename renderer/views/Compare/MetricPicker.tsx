import { SegmentedControl } from '@mantine/core';
import { type ComparedMetric, comparedMetrics } from '../../../contracts/compare.ts';
import styles from './Compare.module.css';

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

/** One metric at a time: the correction for many tests then covers what is on the screen. */
export function MetricPicker({ value, onChange }: MetricPickerProps) {
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
