import { type ReactNode, useEffect, useState } from 'react';
import { useRoute, type ViewRoute } from '../navigation/navigation.ts';
import { engineEnded, useConnection } from '../transport/connection.ts';
import { queryClient } from '../transport/engine.ts';
import { CompareView } from '../views/Compare/CompareView.tsx';
import { ExperimentView } from '../views/Experiment/ExperimentView.tsx';
import { DropTarget } from '../views/Experiment/files/DropTarget.tsx';
import { ExperimentsView } from '../views/Experiments/ExperimentsView.tsx';
import { HelpView } from '../views/Help/HelpView.tsx';
import { HistoryView } from '../views/History/HistoryView.tsx';
import { MachinesView } from '../views/Machines/MachinesView.tsx';
import { OwnServiceView } from '../views/OwnService/OwnServiceView.tsx';
import { ReportsView } from '../views/Reports/ReportsView.tsx';
import { ResultView } from '../views/Result/ResultView.tsx';
import { RunView } from '../views/Run/RunView.tsx';
import { ServicesView } from '../views/Services/ServicesView.tsx';
import { SettingsView } from '../views/Settings/SettingsView.tsx';
import { SizesView } from '../views/Sizes/SizesView.tsx';
import { StartView } from '../views/Start/StartView.tsx';
import { StudiesView } from '../views/Studies/StudiesView.tsx';
import { WireView } from '../views/Wire/WireView.tsx';
import styles from './AppFrame.module.css';
import { Banners } from './Banners.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { NotAuthorised } from './NotAuthorised.tsx';
import { SideBar } from './SideBar.tsx';
import { Toasts } from './Toasts.tsx';
import { useAppearance } from './useAppearance.ts';
import { useEditorStart } from './useEditorStart.ts';
import { useRunManners } from './useRunManners.ts';
import { useShellCommands } from './useShellCommands.ts';
import { useUpdateCheck } from './useUpdateCheck.ts';

function viewOf(route: Exclude<ViewRoute, { view: 'experiment' }>): ReactNode {
  switch (route.view) {
    case 'start':
      return <StartView />;
    case 'experiments':
      return <ExperimentsView />;
    case 'own-service':
      return <OwnServiceView />;
    case 'studies':
      return <StudiesView study={route.study} />;
    case 'run':
      return <RunView />;
    case 'history':
      return <HistoryView />;
    case 'result':
      return <ResultView key={route.runId} runId={route.runId} />;
    case 'compare':
      return <CompareView runIds={route.runIds} />;
    case 'wire':
      return <WireView />;
    case 'sizes':
      return <SizesView />;
    case 'services':
      return <ServicesView />;
    case 'machines':
      return <MachinesView />;
    case 'reports':
      return <ReportsView key={route.reportId} reportId={route.reportId} />;
    case 'help':
      return <HelpView topic={route.topic} />;
    case 'settings':
      return <SettingsView />;
  }
}

/**
 * Background tasks of the window. Separate from the frame, because they follow the run in progress, which
 * changes every few seconds without any view having to render again.
 */
function Manners() {
  useFreshAnswers();
  useEditorStart();
  useShellCommands();
  useAppearance();
  useRunManners();
  useUpdateCheck();
  return null;
}

/** Answers of a lost engine may be stale, so each new connection fetches them again. */
function useFreshAnswers(): void {
  const epoch = useConnection((state) => state.epoch);
  const ended = useConnection(engineEnded);
  useEffect(() => {
    // A run ends with its engine.
    if (ended) queryClient.setQueryData(['runs', 'active'], null);
  }, [ended]);
  useEffect(() => {
    if (epoch > 1) queryClient.invalidateQueries();
  }, [epoch]);
}

/** Navigation on the left, the view on the right, and a banner while the engine is unreachable. */
export function AppFrame() {
  const route = useRoute();
  const refused = useConnection(({ status }) => status === 'refused');
  return (
    <div className={styles.frame}>
      <Manners />
      <button type="button" className={styles.skip} onClick={focusMain}>
        Skip to content
      </button>
      <SideBar route={route} />
      <div className={styles.main}>
        <Banners />
        <main id="main" className={styles.view} tabIndex={-1}>
          {refused ? <NotAuthorised /> : <Views route={route} />}
        </main>
        <Toasts />
      </div>
      <CommandPalette />
    </div>
  );
}

function Views({ route }: { route: ViewRoute }) {
  return (
    <>
      <Editor shown={route.view === 'experiment'} />
      {route.view !== 'experiment' && viewOf(route)}
      <DropTarget />
    </>
  );
}

/** Its form is the slowest view to build, so it is built when first shown, and kept. */
function Editor({ shown }: { shown: boolean }) {
  const [built, setBuilt] = useState(shown);
  if (shown && !built) setBuilt(true);
  if (!built) return null;
  return (
    <div style={{ display: shown ? 'contents' : 'none' }}>
      <ExperimentView />
    </div>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}
