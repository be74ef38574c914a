import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { mayEndEarly } from '../../../contracts/experiment/cell.ts';
import { valueAt } from '../../../contracts/experiment/path.ts';
import { startOpenExperiment } from '../../actions/startRun.tsx';
import { loadWords } from '../../data/loadProfile.ts';
import { useExperiment } from '../../document/experimentStore.ts';
import { field } from '../../document/fields.ts';
import { serversIn } from '../../document/ownServers.ts';
import { navigate } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import styles from './Experiment.module.css';
import { useField, useSource } from './form/SourceContext.tsx';
import { type PlanContext, runSentence } from './plan/sentence.ts';
import type { Check } from './useCheck.ts';
import { useLoad } from './useLoad.ts';

/** The Run button, and a sentence about what it will do or why it cannot. */
export function RunBar({ check }: { check: Check }) {
  const [starting, setStarting] = useState(false);
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  const busy = active.data?.status === 'running';
  const { data } = useSource();
  const target = useField(field('target')).value;
  const on = valueAt(data, ['target', 'on']);
  const isElsewhere = typeof target === 'object' && on === undefined;
  const remote = isElsewhere || valueAt(data, ['service']) !== undefined;
  const machines = useField(field('machines')).value;
  const load = useLoad();
  const context = {
    remote,
    on: typeof on === 'string' ? on : undefined,
    started: serversIn(data).filter(({ kind }) => kind === 'start').length,
    machines: typeof machines === 'number' ? machines : 0,
    atMost: load !== null && mayEndEarly(load, check.plan?.trials.map(({ cell }) => cell) ?? []),
    load: load && loadWords(load),
  };
  const isEmpty = useExperiment(({ text }) => text.trim() === '');
  const run = async () => {
    setStarting(true);
    await startOpenExperiment();
    setStarting(false);
  };
  return (
    <section className={styles.runBar} aria-label="Run">
      <p className={styles.sentence} data-bad={check.problems.length > 0 || undefined}>
        {busy
          ? `“${active.data?.name}” is in progress; one run at a time.`
          : sayCheck(check, context)}
      </p>
      {busy ? (
        <Button size="sm" variant="default" onClick={() => navigate({ view: 'run', runId: null })}>
          Go to the run
        </Button>
      ) : isEmpty ? null : (
        <Button
          size="sm"
          data-run
          disabled={check.plan === null || check.problems.length > 0}
          loading={starting}
          leftSection={<IconPlayerPlayFilled size={14} />}
          onClick={run}
        >
          Run
        </Button>
      )}
    </section>
  );
}

function sayCheck(check: Check, context: PlanContext): string {
  const { problems, plan, error, stale } = check;
  if (error) return `The experiment could not be checked. ${describeError(error).message}`;
  if (problems.length === 1) return 'Fix one problem before running.';
  if (problems.length > 1) return `${problems.length} problems to fix before running.`;
  if (plan) return runSentence(plan, context);
  return stale ? 'Checking the experiment…' : 'Open an experiment, or start a new one.';
}
