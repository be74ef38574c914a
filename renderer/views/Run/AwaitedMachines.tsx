import { Anchor } from '@mantine/core';
import { Panel } from '../../components/Panel.tsx';
import { awaitedSentence } from '../../data/machines.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { JoinLine } from '../../panels/machines/JoinLine.tsx';
import { useMachines } from '../../panels/machines/useMachines.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** The machines that a run waits for, and how others join; nothing if it waits for none. */
export function AwaitedMachines() {
  const awaited = useRun(({ progress }) =>
    progress?.status === 'running' ? progress.awaited : undefined,
  );
  const { data } = useMachines(awaited !== undefined);
  if (!awaited) return null;
  return (
    <Panel title="Machines" note={awaitedSentence(awaited)} className={styles.awaited ?? ''}>
      {data?.listening && <JoinLine line={data.listening.line} />}
      <p className={styles.awaitedWords}>
        The run begins by itself as soon as{' '}
        {awaited.service === undefined ? 'so many are' : 'it is'} free.{' '}
        <Anchor href={formatRoute({ view: 'machines' })} inherit underline="always">
          See the machines
        </Anchor>
      </p>
    </Panel>
  );
}
