import { Anchor, Button } from '@mantine/core';
import { IconPlayerStop, IconPlus, IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { MachinesState } from '../../../contracts/api/machines.ts';
import { formatExactTime } from '../../../metrics/format.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { countWords, type MachineList, reachesOnlyItself } from '../../data/machines.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { JoinLine } from '../../panels/machines/JoinLine.tsx';
import { useConnection } from '../../transport/connection.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { ListenDialog } from './ListenDialog.tsx';
import styles from './Machines.module.css';
import { MachineTable } from './MachineTable.tsx';
import { letMachinesGo } from './machineActions.ts';
import { useMachineList } from './machinesStore.ts';
import { Obstacle } from './Obstacle.tsx';

/** Other load machines: how they join, and which have. */
export function MachinesView() {
  const { query, list } = useMachineList();
  const [choosing, setChoosing] = useState(false);
  const state = query.data;
  const choose = () => setChoosing(true);
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Machines"
        note={list.machines.length > 0 ? countWords(list.machines) : undefined}
        actions={state?.listening && <ListeningButtons state={state} onChange={choose} />}
      />
      {query.isPending && <LoadingState label="Reading the machines" rows={4} />}
      {!state && query.isError && (
        <FailedState
          title="The machines could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {state && !state.listening && <JoiningUnavailable state={state} onAdd={choose} />}
      {state?.listening && <Listening listening={state.listening} list={list} />}
      {state && choosing && <ListenDialog state={state} onClose={() => setChoosing(false)} />}
    </div>
  );
}

function ListeningButtons({ state, onChange }: { state: MachinesState; onChange: () => void }) {
  return (
    <>
      <Button variant="default" onClick={onChange}>
        Change the address
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} stroke={1.7} />}
        onClick={() => void letMachinesGo(state)}
      >
        Stop listening
      </Button>
    </>
  );
}

function JoiningUnavailable({ state, onAdd }: { state: MachinesState; onAdd: () => void }) {
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<IconTopologyStar3 size={22} stroke={1.5} />}
        title="This computer generates all load"
        actions={
          <Button leftSection={<IconPlus size={14} stroke={1.7} />} onClick={onAdd}>
            Add machines
          </Button>
        }
      >
        Where one computer is not enough, or load should come from elsewhere, other machines
        generate it together. Each runs one command and appears here.
      </EmptyState>
      {state.obstacle && <Obstacle report={state.obstacle} />}
    </div>
  );
}

interface ListeningProps {
  readonly listening: NonNullable<MachinesState['listening']>;
  readonly list: MachineList;
}

function Listening({ listening, list }: ListeningProps) {
  return (
    <div className={styles.body}>
      <Panel title="How a machine joins" note={placeWords(listening)}>
        <div className={styles.joining}>
          <p>Run this line on each machine that is to generate load:</p>
          <JoinLine line={listening.line} />
          {listening.webSocketLine !== undefined && (
            <>
              <p>Or this one, where firewalls let nothing but HTTPS out:</p>
              <JoinLine line={listening.webSocketLine} />
            </>
          )}
          <Needed listening={listening} />
        </div>
      </Panel>
      <Panel title="Machines" note={<Freshness at={list.at} />} padded={false}>
        {list.machines.length > 0 ? (
          <MachineTable machines={list.machines} />
        ) : (
          <EmptyState title="No machine has joined yet">
            Machines appear here a second or two after the line was run there.
          </EmptyState>
        )}
      </Panel>
    </div>
  );
}

function placeWords({ host, port, nats }: ListeningProps['listening']): string {
  return nats ? `by ${nats.nats}` : `at ${host}, port ${port}`;
}

/** Requirements for a machine, who may use the command, and the next steps. */
function Needed({ listening: { host, nats } }: Pick<ListeningProps, 'listening'>) {
  const info = useEngineQuery(['app', 'info'], (engine) => engine.app.info(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const version = info.data ? `Wirebench ${info.data.version}` : 'the version of Wirebench';
  return (
    <ul className={styles.needed}>
      {reachesOnlyItself(host) && (
        <li>Only this computer itself reaches {host}: no other machine can join there.</li>
      )}
      <li>
        Each machine needs {version}, as here,{' '}
        {nats
          ? 'and credentials of its own where the NATS server wants some: --nats-credentials FILE, or their text in WIREBENCH_NATS_LOGIN. It connects to that server.'
          : 'and nothing else; nats-server runs on this computer only. Connections go from there to here.'}
      </li>
      <li>Whoever has the line can join as a machine: keep it to yourself.</li>
      <li>
        To use machines, set <em>Machines</em> under <em>Trials</em>{' '}
        <Anchor href={formatRoute({ view: 'experiment' })} inherit underline="always">
          in the editor
        </Anchor>
        : a run waits until so many are free.
      </li>
      <li>
        On the machine of a service that is not ours, add <code>--watch</code>: it generates no
        load, and reports its CPU, memory and network.
      </li>
    </ul>
  );
}

/** Shows the age of an outdated list; nothing while it is current. */
function Freshness({ at }: { at: number }) {
  const connected = useConnection(({ status }) => status === 'open');
  if (connected) return 'one that is silent for some seconds is shown as gone';
  return `as of ${formatExactTime(new Date(at).toISOString(), 'second')}; the engine does not answer`;
}
