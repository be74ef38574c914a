import { Button } from '@mantine/core';
import { IconGauge, IconPlayerStop } from '@tabler/icons-react';
import { formatAgo, formatExactTime } from '../../../metrics/format.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import { CeilingTable } from './CeilingTable.tsx';
import { startCalibration, stopCalibration, useCalibration } from './calibrationStore.ts';
import styles from './Machine.module.css';

/** The last calibration; fetched once, and again after each calibration. */
export function useLatestCalibration() {
  return useEngineQuery(['calibration', 'latest'], (engine) => engine.calibration.latest(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The maximum load of this machine, and the button to measure it. */
export function MachineFacts() {
  const { data, error } = useLatestCalibration();
  const { running, found } = useCalibration();
  const ceilings = running ? found : (data?.ceilings ?? []);
  return (
    <div className={styles.facts}>
      <div className={styles.line}>
        <p className={styles.words}>
          {error ? (
            `The calibration could not be read. ${describeError(error).message}`
          ) : data ? (
            <span title={formatExactTime(data.at)}>
              Calibrated {formatAgo(data.at)}, {data.seconds} s for each ceiling. Runs are judged by
              these figures.
            </span>
          ) : (
            'Not calibrated. A calibration measures how much load this machine can generate, so that a run can tell whether the service or the generator was the limit. It takes about a minute and a half.'
          )}
        </p>
        {running ? <Progress /> : <CalibrateButton again={data !== null && data !== undefined} />}
      </div>
      {ceilings.length > 0 && <CeilingTable ceilings={ceilings} />}
      {ceilings.some(({ workerBound }) => !workerBound) && (
        <p className={styles.note}>
          At least: the null service was the limit, so the driver can do more.
        </p>
      )}
    </div>
  );
}

function Progress() {
  const { found, of } = useCalibration();
  return (
    <div className={styles.progressLine} role="status">
      <progress
        className={styles.progress}
        aria-label="Ceilings measured"
        value={found.length}
        max={Math.max(1, of)}
      />
      <span>{of === 0 ? 'Starting' : `${found.length} of ${of}`}</span>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} stroke={1.7} />}
        onClick={stopCalibration}
      >
        Stop
      </Button>
    </div>
  );
}

/** Disabled during a run, since the two would compete for the processor. */
function CalibrateButton({ again }: { again: boolean }) {
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  const busy = active.data?.status === 'running';
  return (
    <div className={styles.progressLine}>
      {busy && <span>A run is in progress.</span>}
      <Button
        variant="default"
        disabled={busy}
        leftSection={<IconGauge size={14} stroke={1.7} />}
        onClick={() => void startCalibration()}
      >
        {again ? 'Calibrate again' : 'Calibrate'}
      </Button>
    </div>
  );
}
