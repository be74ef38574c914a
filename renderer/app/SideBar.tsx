import { IconFlask2, IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useConnection } from '../transport/connection.ts';
import { useEngineQuery } from '../transport/engine.ts';
import styles from './AppFrame.module.css';
import { Mark } from './Mark.tsx';
import { formatRoute, type Route, type ViewName } from './navigation.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';

interface NavItem {
  readonly route: Exclude<Route, { view: 'result' }>;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Views that belong to this item. */
  readonly views: readonly ViewName[];
}

const items: readonly NavItem[] = [
  { route: { view: 'experiment' }, label: 'Experiment', icon: IconFlask2, views: ['experiment'] },
  { route: { view: 'run' }, label: 'Run', icon: IconPlayerPlay, views: ['run'] },
  {
    route: { view: 'history' },
    label: 'History',
    icon: IconHistory,
    views: ['history', 'result'],
  },
];

const connectionWords = {
  connecting: 'Connecting to the engine',
  open: 'Engine ready',
  lost: 'Engine lost',
  refused: 'Not authorised',
} as const;

/** The views, whether a run is in progress, and how the engine is. */
export function SideBar({ route }: { route: Route }) {
  const status = useConnection((state) => state.status);
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active(), {
    refetchInterval: 3000,
  });
  const running = active.data?.status === 'running';
  return (
    <aside className={styles.side} aria-label="Wirebench">
      <div className={styles.brand}>
        <Mark />
        Wirebench
      </div>
      <nav className={styles.nav} aria-label="Views">
        {items.map(({ route: to, label, icon: Icon, views }) => (
          <a
            key={to.view}
            className={styles.link}
            href={formatRoute(to)}
            aria-current={views.includes(route.view) ? 'page' : undefined}
          >
            <Icon size={16} stroke={1.7} />
            {label}
            {to.view === 'run' && running && (
              <span className={styles.live} role="img" aria-label="A run is in progress" />
            )}
          </a>
        ))}
      </nav>
      <div className={styles.foot}>
        <div className={styles.engine} role="status">
          <span className={styles.dot} data-status={status} aria-hidden />
          {connectionWords[status]}
        </div>
        <SchemeSwitch />
      </div>
    </aside>
  );
}
