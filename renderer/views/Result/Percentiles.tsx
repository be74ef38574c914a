import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { Panel } from '../../components/Panel.tsx';
import { distinct } from '../../data/series.ts';
import { PercentileFigure } from './PercentileFigure.tsx';
import styles from './Result.module.css';

interface PercentilesProps {
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Latency by percentile of the cells that share a shape and a number of users. */
export function Percentiles({ trials, origin }: PercentilesProps) {
  const measured = useMemo(() => trials.filter(({ requests }) => requests.ok > 0), [trials]);
  const shapes = distinct(measured.map(({ cell }) => cell.shape));
  const [wantedShape, setShape] = useState<string | null>(null);
  const shape = shapes.find((one) => one === wantedShape) ?? shapes[0];
  const ofShape = measured.filter(({ cell }) => cell.shape === shape);
  const levels = distinct(ofShape.map(({ cell }) => cell.users)).sort((a, b) => a - b);
  const [wantedUsers, setUsers] = useState<number | null>(null);
  const users = levels.find((one) => one === wantedUsers) ?? levels.at(-1);
  const ofLevel = ofShape.filter(({ cell }) => cell.users === users);
  const repetitions = distinct(ofLevel.map(({ repetition }) => repetition)).sort((a, b) => a - b);
  const [wantedRepetition, setRepetition] = useState(1);
  const repetition = repetitions.find((one) => one === wantedRepetition) ?? repetitions[0];
  const [log, setLog] = useState(true);
  const chosen = ofLevel.filter((trial) => trial.repetition === repetition);
  if (shape === undefined || users === undefined) return null;
  return (
    <Panel
      title="Latency percentiles"
      actions={
        <div className={styles.pickers}>
          <Picker label="Shape" value={shape} values={shapes} onChange={setShape} />
          <Picker
            label="Users"
            value={String(users)}
            values={levels.map(String)}
            onChange={(value) => setUsers(Number(value))}
          />
          {repetitions.length > 1 && (
            <Picker
              label="Repetition"
              value={String(repetition)}
              values={repetitions.map(String)}
              onChange={(value) => setRepetition(Number(value))}
            />
          )}
          <SegmentedControl
            aria-label="Latency axis"
            data={['Logarithmic', 'Linear']}
            value={log ? 'Logarithmic' : 'Linear'}
            onChange={(value) => setLog(value === 'Logarithmic')}
          />
        </div>
      }
    >
      <PercentileFigure
        trials={chosen}
        title={`Latency percentiles, ${shape}, ${users} users`}
        log={log}
        origin={origin}
      />
    </Panel>
  );
}

interface PickerProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Picker({ label, value, values, onChange }: PickerProps) {
  return (
    <div className={styles.picker}>
      <span aria-hidden>{label}</span>
      <Select
        aria-label={label}
        w={104}
        allowDeselect={false}
        data={[...values]}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  );
}
