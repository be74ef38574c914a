import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CheckedExperiment } from '../../../../contracts/engine-api.ts';
import { formatCount, formatDuration } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { mayEndEarly } from '../../../data/loadProfile.ts';
import { MachineLine } from '../../Machine/MachineLine.tsx';
import { useLoad } from '../useLoad.ts';
import { MatrixTable } from './MatrixTable.tsx';
import styles from './Plan.module.css';
import { planMatrix } from './planMatrix.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;

/** Above this many cells the picture would be slower to read than the numbers. */
const mostDrawn = 2000;

/** What a run of the open experiment would do: its cells, trials and time. */
export function PlanPanel({ plan }: { plan: Plan | null }) {
  const load = useLoad();
  return (
    <Panel title="Plan" note="what one run does" padded={false}>
      {plan ? (
        <div className={styles.body}>
          <PlanSum plan={plan} atMost={load !== null && mayEndEarly(load)} />
          <PlanPicture plan={plan} />
          <Warnings warnings={plan.warnings} />
        </div>
      ) : (
        <p className={styles.waiting}>The plan appears once the problems below are solved.</p>
      )}
      <MachineLine />
    </Panel>
  );
}

/** Cells × repetitions = trials, and the time they take. */
function PlanSum({ plan, atMost }: { plan: Plan; atMost: boolean }) {
  const repetitions = plan.cells === 0 ? 0 : plan.trials.length / plan.cells;
  const time = plan.seconds === null ? 'open' : formatDuration(Math.round(plan.seconds));
  return (
    <dl className={styles.sum}>
      <Term name={plan.cells === 1 ? 'cell' : 'cells'} value={formatCount(plan.cells)} />
      <span aria-hidden>×</span>
      <Term
        name={repetitions === 1 ? 'repetition' : 'repetitions'}
        value={formatCount(repetitions)}
      />
      <span aria-hidden>=</span>
      <Term
        name={plan.trials.length === 1 ? 'trial' : 'trials'}
        value={formatCount(plan.trials.length)}
      />
      <Term name={atMost ? 'at most' : 'expected time'} value={time} />
    </dl>
  );
}

function Term({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{name}</dt>
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
