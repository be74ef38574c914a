import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import {
  levelDigits,
  levelOf,
  levelsOfCells,
  levelText,
  levelUnit,
  levelWords,
} from '../../../figures/levels.ts';
import { Panel } from '../../components/Panel.tsx';
import { distinct } from '../../data/series.ts';
import { PercentileFigure } from './PercentileFigure.tsx';
import { Picker } from './Picker.tsx';
import styles from './Result.module.css';

interface PercentilesProps {
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Latency by percentile of the cells that share a shape and a level of load. */
export function Percentiles({ trials, origin }: PercentilesProps) {
  const measured = useMemo(() => trials.filter(({ requests }) => requests.ok > 0), [trials]);
  const shapes = distinct(measured.map(({ cell }) => cell.shape));
  const [wantedShape, setShape] = useState<string | null>(null);
  const shape = shapes.find((one) => one === wantedShape) ?? shapes[0];
  const ofShape = measured.filter(({ cell }) => cell.shape === shape);
  const cells = ofShape.map(({ cell }) => cell);
  const unit = levelUnit(cells);
  const levels = levelsOfCells(cells);
  const [wantedLevel, setLevel] = useState<number | null>(null);
  const level = levels.find((one) => one === wantedLevel) ?? levels.at(-1) ?? null;
  const ofLevel = ofShape.filter(({ cell }) => levelOf(cell) === level);
  const repetitions = distinct(ofLevel.map(({ repetition }) => repetition)).sort((a, b) => a - b);
  const [wantedRepetition, setRepetition] = useState(1);
  const repetition = repetitions.find((one) => one === wantedRepetition) ?? repetitions[0];
  const chosen = ofLevel.filter((trial) => trial.repetition === repetition);
  if (shape === undefined) return null;
  const { percentiles } = workWords[workOfTrials(trials)];
  const words = unit === null || level === null ? '' : `, ${levelText(unit, level)}`;
  return (
    <Panel
      title={percentiles}
      actions={
        <div className={styles.pickers}>
          <Picker label="Shape" value={shape} values={shapes} onChange={setShape} />
          {level !== null && (
            <Picker
              label={levelWords(unit).header}
              value={levelDigits(level)}
              values={levels.flatMap((one) => (one === null ? [] : [levelDigits(one)]))}
              onChange={(value) =>
                setLevel(levels.find((one) => one !== null && levelDigits(one) === value) ?? null)
              }
            />
          )}
          {repetitions.length > 1 && (
            <Picker
              label="Repetition"
              value={String(repetition)}
              values={repetitions.map(String)}
              onChange={(value) => setRepetition(Number(value))}
            />
          )}
        </div>
      }
    >
      <PercentileFigure
        trials={chosen}
        title={`${percentiles}, ${shape}${words}`}
        origin={origin}
      />
    </Panel>
  );
}
