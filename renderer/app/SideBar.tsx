import {
  IconBinary,
  IconBooks,
  IconFlask2,
  IconFolders,
  IconHelp,
  IconHistory,
  IconHome,
  IconPlayerPlay,
  IconReport,
  IconRulerMeasure,
  IconScale,
  IconServer2,
  IconSettings,
  IconTopologyStar3,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { formatRoute, type ViewName, type ViewRoute } from '../navigation/navigation.ts';
import { useConnection } from '../transport/connection.ts';
import { useEngineQuery } from '../transport/engine.ts';
import styles from './AppFrame.module.css';
import { SchemeSwitch } from './SchemeSwitch.tsx';

interface NavItem {
  readonly route: Exclude<ViewRoute, { view: 'result' }>;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Further views that belong to this item. */
  readonly views?: readonly ViewName[];
}

const items: readonly NavItem[] = [
  { route: { view: 'start' }, label: 'Start', icon: IconHome },
  {
    route: { view: 'experiments' },
    label: 'Experiments',
    icon: IconFolders,
    views: ['own-service'],
  },
  { route: { view: 'studies', study: null }, label: 'Studies', icon: IconBooks },
  { route: { view: 'experiment' }, label: 'Editor', icon: IconFlask2 },
  { route: { view: 'run', runId: null }, label: 'Run', icon: IconPlayerPlay },
  { route: { view: 'history' }, label: 'History', icon: IconHistory, views: ['result'] },
  { route: { view: 'compare', runIds: [] }, label: 'Compare', icon: IconScale },
  { route: { view: 'wire' }, label: 'Wire', icon: IconBinary },
  { route: { view: 'sizes' }, label: 'Sizes', icon: IconRulerMeasure },
  { route: { view: 'services' }, label: 'Services', icon: IconServer2 },
  { route: { view: 'machines' }, label: 'Machines', icon: IconTopologyStar3 },
  { route: { view: 'reports', reportId: null }, label: 'Reports', icon: IconReport },
];

const lowerItems: readonly NavItem[] = [
  { route: { view: 'help', topic: null }, label: 'Help', icon: IconHelp },
  { route: { view: 'settings' }, label: 'Settings', icon: IconSettings },
];

const connectionWords = {
  connecting: 'Connecting to the engine',
  open: 'Engine ready',
  lost: 'Engine lost',
  ended: 'Engine ended',
  refused: 'Not authorised',
  outdated: 'Not authorised',
} as const;

/** The views, whether a run is in progress, and the state of the engine. */
export function SideBar({ route }: { route: ViewRoute }) {
  const status = useConnection((state) => state.status);
  return (
    <aside className={styles.side} aria-label="Wirebench">
      <div className={styles.brand}>
        <Mark />
        <span className={styles.label}>Wirebench</span>
      </div>
      <nav className={styles.nav} aria-label="Views">
        {items.map((item) => (
          <NavLink key={item.label} item={item} view={route.view} />
        ))}
        <span className={styles.gap} />
        {lowerItems.map((item) => (
          <NavLink key={item.label} item={item} view={route.view} />
        ))}
      </nav>
      <div className={styles.foot}>
        <div className={styles.engine} role="status">
          <span className={styles.dot} data-status={status} aria-hidden />
          <span className={styles.label}>{connectionWords[status]}</span>
        </div>
        <div className={styles.scheme}>
          <SchemeSwitch />
        </div>
      </div>
    </aside>
  );
}

function NavLink({ item, view }: { item: NavItem; view: ViewName }) {
  const { route: to, label, icon: Icon, views = [] } = item;
  const isCurrent = view === to.view || views.includes(view);
  return (
    <a
      className={styles.link}
      href={formatRoute(to)}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={16} stroke={1.7} />
      <span className={styles.label}>{label}</span>
      {to.view === 'run' && <LiveMark />}
    </a>
  );
}

/** Separate from the bar, which need not render again with each answer of the engine. */
function LiveMark() {
  const active = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active(), {
    refetchInterval: 3000,
  });
  if (active.data?.status !== 'running') return null;
  return <span className={styles.live} role="img" aria-label="A run is in progress" />;
}

/** The Wirebench logo: three wires in the colours of the protocols. */
function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden
      focusable="false"
    >
      <path d="M3 6h4.500c4.500 0 4.500 6 9 6h4.500" stroke="var(--wb-rest)" />
      <path d="M3 12h4.500c4.500 0 4.500-6 9-6h4.500" stroke="var(--wb-soap)" />
      <path d="M3 18h18" stroke="var(--wb-grpc)" />
    </svg>
  );
}
