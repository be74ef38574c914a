import { SegmentedControl } from '@mantine/core';
import {
  type GainMetric,
  type GainPart,
  gainMetricFacts,
  gainMetrics,
} from '../../../../contracts/size-gain.ts';
import { SizePartControl } from '../../../components/controls/SizePartControl.tsx';
import { loadLabels } from '../../../data/sizeGain.ts';
import { levelOptions, Picker } from '../Picker.tsx';
import styles from '../Result.module.css';

interface Choice<T extends string> {
  readonly value: T;
  readonly set: (value: T) => void;
}

interface Levels extends Choice<string> {
  readonly values: readonly string[];
}

interface GainPickersProps {
  readonly baseline: Levels;
  readonly load: Levels;
  readonly metric: Choice<GainMetric>;
  readonly part: Choice<GainPart>;
}

/** Pickers for the baseline protocol, load, metric and kind of size. */
export function GainPickers({ baseline, load, metric, part }: GainPickersProps) {
  const labels = loadLabels(load.values);
  const loads = load.values.map((value) => ({ value, label: labels.get(value) ?? value }));
  const levels = levelOptions('protocol', baseline.values);
  return (
    <div className={styles.pickers}>
      <Named label="Baseline" data={levels} choice={baseline} width={124} />
      {loads.length > 1 && <Named label="Load" data={loads} choice={load} width={150} />}
      <SegmentedControl
        size="xs"
        aria-label="Gain in"
        data={gainMetrics.map((value) => ({ value, label: gainMetricFacts[value].title }))}
        value={metric.value}
        onChange={metric.set}
      />
      <SizePartControl label="Bytes of" part={part.value} onChange={part.set} />
    </div>
  );
}

interface NamedProps {
  readonly label: string;
  readonly data: { value: string; label: string }[];
  readonly choice: Choice<string>;
  /** Pixels. */
  readonly width: number;
}

function Named({ label, data, choice, width }: NamedProps) {
  return (
    <Picker label={label} values={data} value={choice.value} onChange={choice.set} width={width} />
  );
}
