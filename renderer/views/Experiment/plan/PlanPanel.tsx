import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CheckedExperiment } from '../../../../contracts/engine-api.ts';
import { formatCount, formatDuration } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { Stat } from '../../../components/Stat.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import styles from './Plan.module.css';
import { planMatrix } from './planMatrix.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;

/** Above this many cells the picture would be slower to read than the numbers. */
const mostDrawn = 2000;

/** What a run of the open experiment would do: its cells, trials and time. */
export function PlanPanel({ plan }: { plan: Plan | null }) {
  return (
    <Panel title="Plan" note="what one run does" padded={false}>
      {plan ? (
        <div className={styles.body}>
          <PlanStats plan={plan} />
          <PlanPicture plan={plan} />
          <Warnings warnings={plan.warnings} />
        </div>
      ) : (
        <p className={styles.waiting}>The plan appears once the problems below are solved.</p>
      )}
    </Panel>
  );
}

function PlanStats({ plan }: { plan: Plan }) {
  const repetitions = plan.cells === 0 ? 0 : plan.trials.length / plan.cells;
  return (
    <div className={styles.stats}>
      <Stat label="Cells" value={formatCount(plan.cells)} />
      <Stat label="Repetitions" value={`× ${formatCount(repetitions)}`} />
      <Stat label="Trials" value={formatCount(plan.trials.length)} />
      <Stat
        label="Expected time"
        value={plan.seconds === null ? 'open' : formatDuration(Math.round(plan.seconds))}
        {...(plan.seconds === null ? { note: 'until the requests are done' } : {})}
      />
    </div>
  );
}

function PlanPicture({ plan }: { plan: Plan }) {
  const matrix = useMemo(() => planMatrix(plan.trials), [plan.trials]);
  const constant = matrix.constant.map(({ factor, level }) => `${factor} ${level}`).join(' · ');
  return (
    <>
      {plan.cells <= mostDrawn && <MatrixTable matrix={matrix} />}
      {constant !== '' && <p className={styles.constant}>The same in every cell: {constant}</p>}
    </>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Worth knowing">
      {warnings.map((warning) => (
        <li key={warning} className={styles.warning}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );
}
