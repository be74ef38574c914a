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
} from '../../../metrics/levels.ts';
import { Panel } from '../../components/Panel.tsx';
import { distinct } from '../../data/series.ts';
import { PercentileFigure } from './PercentileFigure.tsx';
import { Picker } from './Picker.tsx';
import styles from './Result.module.css';

/** All repetitions of each cell together. */
const pooled = 'all';

interface PercentilesProps {
  readonly runId: string;
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Latency by percentile of the cells that share a shape and a level of load. */
export function Percentiles({ runId, trials, origin }: PercentilesProps) {
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
  const [wantedRepetition, setRepetition] = useState(pooled);
  const single = repetitions.find((one) => String(one) === wantedRepetition);
  const together = single === undefined && repetitions.length > 1;
  const chosen = together
    ? ofLevel
    : ofLevel.filter((one) => one.repetition === (single ?? repetitions[0]));
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
              value={together ? pooled : String(single)}
              values={[pooled, ...repetitions.map(String)]}
              onChange={setRepetition}
            />
          )}
        </div>
      }
    >
      <PercentileFigure
        trials={chosen}
        pooledRun={together ? runId : null}
        title={`${percentiles}, ${shape}${words}${repetitionWords(repetitions.length, single ?? null)}`}
        origin={origin}
      />
    </Panel>
  );
}

/** The repetitions in a picture; nothing if there is only one. */
function repetitionWords(count: number, single: number | null): string {
  if (count < 2) return '';
  return single === null ? `, ${count} repetitions combined` : `, repetition ${single}`;
}
