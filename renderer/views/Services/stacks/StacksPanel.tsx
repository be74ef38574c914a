import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHammer,
} from '@tabler/icons-react';
import {
  builtWords,
  type ForeignStack,
  type StackBuild,
  type StackState,
  stackFacts,
  toolchainWords,
} from '../../../../contracts/stacks.ts';
import { formatAgo } from '../../../../metrics/format.ts';
import { buildStacks, stacksKey, stopBuild } from '../../../actions/stackActions.ts';
import badge from '../../../components/Badge.module.css';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { WithCommands } from '../../../components/WithCommands.tsx';
import { buildable, buildingNow, buildSentence } from '../../../data/stacks.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from '../Services.module.css';
import { useStackBuild } from './useStackBuild.ts';

/** The bundled services in other languages: whether they can be used here, and how to build them. */
export function StacksPanel() {
  const build = useStackBuild();
  const query = useEngineQuery(stacksKey, (engine) => engine.stacks.list());
  const states = query.data ?? [];
  const now = buildingNow(build);
  const all = buildable(states);
  return (
    <Panel
      title="Stacks"
      note="the same services in other languages"
      padded={false}
      actions={
        all.length > 1 && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={now !== null}
            leftSection={<IconHammer size={14} stroke={1.7} />}
            onClick={() => buildStacks(all)}
          >
            Build all
          </Button>
        )
      }
    >
      {query.isPending && <LoadingState label="Looking for the tools of the languages" rows={4} />}
      {query.isError && (
        <FailedState
          title="The stacks could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {query.isSuccess && <StackTable states={states} now={now} />}
      {build && <Build build={build} />}
    </Panel>
  );
}

function StackTable({ states, now }: { states: readonly StackState[]; now: ForeignStack | null }) {
  return (
    <table className={styles.table} aria-label="Stacks">
      <thead>
        <tr>
          <th scope="col">Stack</th>
          <th scope="col">Made of</th>
          <th scope="col">Toolchain</th>
          <th scope="col">Services</th>
          <th scope="col" className={styles.narrow}>
            <span className={styles.hidden}>Build</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {states.map((state) => (
          <StackRow key={state.stack} state={state} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function StackRow({ state, now }: { state: StackState; now: ForeignStack | null }) {
  const { stack, built, reason, toolchain } = state;
  const { label, madeOf } = stackFacts[stack];
  // The reason why one cannot be built is more useful than its absence; for the others, the button shows what to do.
  const why = toolchain === null && built !== 'yes' ? reason : null;
  return (
    <>
      <tr data-explained={why !== null || undefined}>
        <th scope="row">{label}</th>
        <td className={styles.madeOf}>{madeOf}</td>
        <td>{toolchainWords(state)}</td>
        <td>
          <BuiltBadge built={built} />
        </td>
        <td className={styles.narrow}>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Build the ${label} services`}
            loading={now === stack}
            disabled={toolchain === null || (now !== null && now !== stack)}
            onClick={() => buildStacks([stack])}
          >
            {built === 'no' ? 'Build' : 'Rebuild'}
          </Button>
        </td>
      </tr>
      {why !== null && (
        <tr>
          <td colSpan={5} className={styles.why}>
            <WithCommands text={why} />
          </td>
        </tr>
      )}
    </>
  );
}

const looks = {
  yes: { tone: 'good', icon: IconCircleCheck },
  no: { tone: 'plain', icon: IconCircleDashed },
  stale: { tone: 'warn', icon: IconAlertTriangle },
} as const;

function BuiltBadge({ built }: Pick<StackState, 'built'>) {
  const { tone, icon: Icon } = looks[built];
  const words = builtWords[built];
  return (
    <span className={badge.badge} data-tone={tone} data-bare>
      <Icon size={14} stroke={1.8} />
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}

/** Progress of a build, with the end of the tool's output; the reason if it failed. */
function Build({ build }: { build: StackBuild }) {
  const { state, startedAt, lines, error } = build;
  const shown = error ? (error.hint?.split('\n') ?? []) : lines;
  return (
    <section className={styles.build} aria-label="Build">
      <p role={error ? 'alert' : 'status'} data-bad={error !== null || undefined}>
        {error ? `${error.message} (${error.code})` : buildSentence(build)}
        {state === 'building' && (
          <>
            <span className={styles.unit}>begun {formatAgo(startedAt)}</span>
            <Button size="compact-xs" variant="default" onClick={() => stopBuild()}>
              Stop
            </Button>
          </>
        )}
      </p>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <pre className={styles.buildLines} tabIndex={0}>
          {shown.join('\n')}
        </pre>
      )}
    </section>
  );
}
