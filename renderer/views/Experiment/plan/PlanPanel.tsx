import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CheckedExperiment } from '../../../../contracts/engine-api.ts';
import { mayEndEarly } from '../../../../contracts/experiment/cell.ts';
import { countOf, formatCount, formatWholeSeconds } from '../../../../metrics/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { useExperiment } from '../../../document/experimentStore.ts';
import { MachineLine } from '../../../panels/machine/MachineLine.tsx';
import { useLoad } from '../useLoad.ts';
import { AdviceList, adviceId } from './AdviceList.tsx';
import { ExpectedLoadList } from './ExpectedLoadList.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import styles from './Plan.module.css';
import { planMatrix } from './planMatrix.ts';
import { usePreview } from './usePreview.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;

/** Above this many cells the picture would be slower to read than the numbers. */
const maxDrawn = 2000;

/** Plan of the open experiment: its cells, trials and time. */
export function PlanPanel({ plan, stale }: { plan: Plan | null; stale: boolean }) {
  const load = useLoad();
  const isEmpty = useExperiment(({ text }) => text.trim() === '');
  const preview = usePreview();
  // The plan of an older text is better than nothing, but not than this one's.
  const advice = preview?.advice ?? plan?.warnings.map((text) => ({ text, fix: null })) ?? [];
  return (
    <Panel
      title="Plan"
      note="what one run does"
      padded={false}
      actions={plan && advice.length > 0 && <AdviceButton count={advice.length} />}
    >
      {plan ? (
        <ScrollRegion className={styles.body} label="What a run does">
          <PlanSum
            plan={plan}
            atMost={
              load !== null &&
              mayEndEarly(
                load,
                plan.trials.map(({ cell }) => cell),
              )
            }
          />
          <PlanPicture plan={plan} />
          {preview && <ExpectedLoadList load={preview.load} />}
          <AdviceList advice={advice} />
        </ScrollRegion>
      ) : (
        <p className={styles.waiting}>{waitingWords(isEmpty, stale)}</p>
      )}
      <MachineLine />
    </Panel>
  );
}

function waitingWords(isEmpty: boolean, stale: boolean): string {
  if (isEmpty) return 'The plan appears once there is an experiment.';
  return stale ? 'Working it out…' : 'The plan appears once the problems below are fixed.';
}

/** Cells × repetitions = trials, and the time they take. */
function PlanSum({ plan, atMost }: { plan: Plan; atMost: boolean }) {
  const repetitions = plan.cells === 0 ? 0 : plan.trials.length / plan.cells;
  const { seconds, longestSeconds } = plan;
  const time = [seconds === null ? 'open' : formatWholeSeconds(seconds)];
  if (longestSeconds !== undefined && seconds !== null && longestSeconds > seconds) {
    time.push(formatWholeSeconds(longestSeconds));
  }
  const more = longestSeconds === undefined ? '' : '+';
  return (
    <dl className={styles.sum}>
      <Term name={plan.cells === 1 ? 'cell' : 'cells'} value={formatCount(plan.cells)} />
      <span aria-hidden>×</span>
      <Term
        name={repetitions === 1 ? 'repetition' : 'repetitions'}
        value={formatCount(repetitions) + more}
      />
      <span aria-hidden>=</span>
      <Term
        name={plan.trials.length === 1 ? 'trial' : 'trials'}
        value={formatCount(plan.trials.length) + more}
      />
      <Term name={atMost ? 'at most' : 'expected time'} value={time.join(' to ')} />
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
  const trialSeconds = plan.seconds === null ? null : plan.seconds / plan.trials.length;
  const constant = matrix.constant.map(({ factor, level }) => `${factor} ${level}`).join(' · ');
  return (
    <>
      {plan.cells <= maxDrawn && (
        <>
          <MatrixTable matrix={matrix} trialSeconds={trialSeconds} />
          <p className={styles.constant}>{squareWords(plan, trialSeconds)}</p>
        </>
      )}
      {constant !== '' && <p className={styles.constant}>The same in every cell: {constant}</p>}
    </>
  );
}

/** Legend for the squares of the picture. */
function squareWords(plan: Plan, trialSeconds: number | null): string {
  const trials = plan.trials.length / plan.cells;
  const count = countOf(trials, 'trial');
  const time = trialSeconds === null ? '' : `, about ${formatWholeSeconds(trials * trialSeconds)}`;
  return `A square is a cell: ${count}${time}.`;
}

/** A link to the advice, which may be out of view. */
function AdviceButton({ count }: { count: number }) {
  const show = () => {
    const list = document.getElementById(adviceId);
    list?.scrollIntoView({ block: 'nearest' });
    list?.focus();
  };
  return (
    <Button
      variant="subtle"
      color="yellow"
      size="compact-xs"
      className={styles.know ?? ''}
      leftSection={<IconAlertTriangle size={13} stroke={1.8} />}
      onClick={show}
    >
      {countOf(count, 'note')}
    </Button>
  );
}
