import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Advice, AdviceFix } from '../../../../contracts/collection.ts';
import { stopService } from '../../../actions/serviceActions.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import { useRoute } from '../../../navigation/navigation.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from './Plan.module.css';

/** Id of the list, for links to it. */
export const adviceId = 'worth-knowing';

/** Applies the change that a piece of advice suggests. */
function apply({ changes }: AdviceFix): void {
  for (const { path, value } of changes) {
    if (value === null) experiment.remove(path);
    else experiment.set(path, value);
  }
}

/** Advice before the start, each with its reason and, if possible, its fix. */
export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  const running = useRunningServices();
  if (advice.length === 0 && running.length === 0) return null;
  return (
    <ul className={styles.warnings} id={adviceId} tabIndex={-1} aria-label="Notes">
      {running.length > 0 && <ServicesAdvice protocols={running} />}
      {advice.map(({ text, fix }) => (
        <Item key={text} text={text}>
          {fix && (
            <Button variant="default" size="compact-xs" onClick={() => apply(fix)}>
              {fix.label}
            </Button>
          )}
        </Item>
      ))}
    </ul>
  );
}

function Item({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <li className={styles.warning}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
      <span>
        {text} {children}
      </span>
    </li>
  );
}

const pollMs = 5000;

/** Services that were started by hand; fetched only while shown. */
function useRunningServices() {
  const shown = useRoute((route) => route.view === 'experiment');
  const { data = [] } = useEngineQuery(['services', 'list'], (engine) => engine.services.list(), {
    enabled: shown,
    staleTime: 0,
    ...(shown ? { refetchInterval: pollMs } : {}),
  });
  return data.filter(({ state }) => state === 'running').map(({ protocol }) => protocol);
}

function ServicesAdvice({ protocols }: { protocols: ReturnType<typeof useRunningServices> }) {
  const names = protocols.map((protocol) => protocolStyle(protocol).label).join(', ');
  const [what, them] =
    protocols.length === 1 ? ['service was started', 'it'] : ['services were started', 'them'];
  return (
    <Item
      text={`The ${names} ${what} by hand, taking memory and, when in use, cores from the measurement.`}
    >
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => {
          for (const protocol of protocols) void stopService(protocol);
        }}
      >
        Stop {them}
      </Button>
    </Item>
  );
}
