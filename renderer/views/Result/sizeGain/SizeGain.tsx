import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import type { RunHead } from '../../../../contracts/result.ts';
import type { GainMetric, GainPart } from '../../../../contracts/size-gain.ts';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { gainFigure, loadLabels } from '../../../data/sizeGain.ts';
import { useKeptQuery } from '../../../transport/useKeptQuery.ts';
import styles from '../Result.module.css';
import { GainChart } from './GainChart.tsx';
import { GainPickers } from './GainPickers.tsx';
import { GainTable } from './GainTable.tsx';

interface SizeGainProps {
  readonly run: RunHead;
  readonly trials: readonly TrialResult[];
  /** See `loadsOf`. */
  readonly loads: readonly string[];
}

/** Gain of protocols over a baseline protocol, by message size: a scatter plot and a table. */
export function SizeGain({ run, trials, loads }: SizeGainProps) {
  const [metric, setMetric] = useState<GainMetric>('throughput');
  const [part, setPart] = useState<GainPart>('both');
  const [against, setAgainst] = useState<string | null>(null);
  const [wanted, setLoad] = useState<string | null>(null);
  const load = loads.find((one) => one === wanted) ?? loads[0] ?? '';
  // Of the factors that vary, protocol is the first; the section of statistics begins with the same question.
  const factor = against === null ? null : 'protocol';
  const { data, error, refetch } = useKeptQuery(
    ['statistics', 'analyse', run.id, trials.length, factor, against, metric],
    (engine) => engine.statistics.analyse({ runId: run.id, factor, against, metrics: [metric] }),
  );
  const figure = useMemo(() => {
    // Until the next answer arrives, the last one is shown under its own metric.
    const shown = data?.cells[0]?.figures[0]?.metric === 'p50' ? 'p50' : 'throughput';
    return data ? gainFigure(data, trials, { metric: shown, part, load }) : null;
  }, [data, trials, part, load]);
  const levels = data?.factors.find((one) => one.factor === 'protocol')?.levels ?? [];
  return (
    <Panel
      title="Size and gain"
      actions={
        data && (
          <GainPickers
            baseline={{ value: data.against ?? '', values: levels, set: setAgainst }}
            load={{ value: load, values: loads, set: setLoad }}
            metric={{ value: metric, set: setMetric }}
            part={{ value: part, set: setPart }}
          />
        )
      }
    >
      {figure ? (
        <div className={styles.energy}>
          <GainChart figure={figure} origin={originOf(run, loads, load)} />
          <GainTable figure={figure} />
        </div>
      ) : error ? (
        <FailedState
          title="The gain could not be computed"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState label="Computing the gain" rows={5} />
      )}
    </Panel>
  );
}

/** For a run with several loads, the origin also names the load. */
function originOf({ name }: RunHead, loads: readonly string[], load: string): string {
  return loads.length > 1 ? `${name} · ${loadLabels(loads).get(load) ?? load}` : name;
}
