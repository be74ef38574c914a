import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFlask2, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { CheckedExperiment } from '../../../contracts/engine-api.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { protocols } from '../../../contracts/words.ts';
import { countOf, formatWholeSeconds, inSeries } from '../../../metrics/format.ts';
import { confirmLosingChanges } from '../../actions/fileActions.ts';
import { experimentName } from '../../actions/newExperiment.ts';
import { startRun } from '../../actions/startRun.tsx';
import { groupBy } from '../../data/group.ts';
import { missingOf, pickedServices } from '../../data/ownService.ts';
import { experiment } from '../../document/experimentStore.ts';
import { navigate } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import styles from './OwnService.module.css';
import { makeExperiment, problemOf, useOwnService } from './ownServiceStore.ts';

const pauseMs = 250;

type Plan = NonNullable<CheckedExperiment['plan']>;

function planWords({ trials, seconds, longestSeconds }: Plan): string {
  const measured = protocols.filter((protocol) =>
    trials.some(({ cell }) => cell.protocol === protocol),
  );
  const names = measured.map((protocol) => protocolFacts[protocol].label);
  const requests = groupBy(trials, ({ cell }) => cell.shape);
  const alone = [...requests].flatMap(([shape, some]) => {
    const over = new Set(some.map(({ cell }) => cell.protocol));
    return measured.length > 1 && over.size === 1 ? [shape] : [];
  });
  const most =
    longestSeconds === undefined ? '' : `, at most ${formatWholeSeconds(longestSeconds)}`;
  const time = seconds === null ? '' : `, about ${formatWholeSeconds(seconds)}${most}`;
  const words = `Measures ${countOf(requests.size, 'request')} over ${inSeries(names)}: ${countOf(trials.length, 'trial')}${time}.`;
  if (alone.length === 0) return words;
  const shown = alone.slice(0, 5);
  const more = alone.length > 5 ? [`${alone.length - 5} more`] : [];
  const verb = alone.length === 1 ? 'has no counterpart and is' : 'have no counterpart and are';
  return `${words} ${inSeries([...shown, ...more])} ${verb} measured over one protocol alone.`;
}

/** Summary of the experiment, and the buttons to continue. */
export function MakeBar() {
  const choice = useOwnService();
  const [starting, setStarting] = useState(false);
  const { descriptions, picked, edited, addresses, pairs, apart } = choice;
  const services = useMemo(
    () => (missingOf(choice) === null ? pickedServices(choice) : null),
    [descriptions, picked, edited, addresses, pairs, apart],
  );
  const [settled] = useDebouncedValue(services, pauseMs, { leading: true });
  const made = useEngineQuery(
    ['ownService', 'draft', 'whole', settled],
    (_engine, signal) => makeExperiment(settled ?? [], signal),
    { enabled: settled !== null && settled.length > 0, retry: false },
  );
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active());
  const busy = active.data?.status === 'running';
  const isReady = services !== null && services === settled && made.data !== undefined;
  const text = isReady ? made.data.text : null;
  const take = async (): Promise<string | null> => {
    if (text === null || !(await confirmLosingChanges())) return null;
    experiment.load(text, { kind: 'new', name: experimentName(text) ?? 'Untitled' });
    return text;
  };
  const open = async () => {
    if ((await take()) !== null) navigate({ view: 'experiment' });
  };
  const run = async () => {
    setStarting(true);
    const taken = await take();
    if (taken !== null) await startRun(taken);
    setStarting(false);
  };
  const missing = missingOf(choice);
  const problem = made.data ? problemOf(made.data) : null;
  const wrong = missing ?? (made.error ? describeError(made.error).message : null) ?? problem;
  const plan = made.data?.plan ?? null;
  return (
    <section className={styles.makeBar} aria-label="Experiment">
      <p
        className={styles.sentence}
        data-bad={made.error !== null || problem !== null || undefined}
      >
        {wrong ?? (plan ? planWords(plan) : 'Writing the experiment…')}
        {made.data?.notMeasured.map((sentence) => (
          <strong key={sentence}> {sentence}</strong>
        ))}
        {wrong === null && busy && ' A run is in progress; one at a time.'}
      </p>
      <Button
        size="sm"
        variant="default"
        disabled={text === null}
        leftSection={<IconFlask2 size={15} stroke={1.7} />}
        onClick={open}
      >
        Open in the editor
      </Button>
      <Button
        size="sm"
        disabled={text === null || plan === null || busy}
        loading={starting}
        leftSection={<IconPlayerPlayFilled size={14} />}
        onClick={run}
      >
        Run
      </Button>
    </section>
  );
}
