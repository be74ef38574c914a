import { type ReactNode, useEffect } from 'react';
import { useConnection } from '../transport/connection.ts';
import { queryClient } from '../transport/engine.ts';
import { ExperimentView } from '../views/Experiment/ExperimentView.tsx';
import { DropTarget } from '../views/Experiment/files/DropTarget.tsx';
import { HistoryView } from '../views/History/HistoryView.tsx';
import { ResultView } from '../views/Result/ResultView.tsx';
import { RunView } from '../views/Run/RunView.tsx';
import styles from './AppFrame.module.css';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Notices } from './Notices.tsx';
import { type Route, useRoute } from './navigation.ts';
import { SideBar } from './SideBar.tsx';
import { useShellCommands } from './useShellCommands.ts';

function viewOf(route: Exclude<Route, { view: 'experiment' }>): ReactNode {
  if (route.view === 'run') return <RunView />;
  if (route.view === 'history') return <HistoryView />;
  return <ResultView key={route.runId} runId={route.runId} />;
}

/** Answers of an engine that went away may be stale, so each new connection asks again. */
function useFreshAnswers(): void {
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    if (epoch > 1) queryClient.invalidateQueries();
  }, [epoch]);
}

/** Navigation at the left, the view at the right, and a banner when the engine is away. */
export function AppFrame() {
  const route = useRoute();
  useFreshAnswers();
  useShellCommands();
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        Skip to the view
      </button>
      <SideBar route={route} />
      <div className={styles.main}>
        <ConnectionBanner />
        <Notices />
        <main id="main" className={styles.view} tabIndex={-1}>
          {/* Its form is the slowest view to build, so it is kept while others are shown. */}
          <div style={{ display: route.view === 'experiment' ? 'contents' : 'none' }}>
            <ExperimentView />
          </div>
          {route.view !== 'experiment' && viewOf(route)}
          <DropTarget />
        </main>
      </div>
    </div>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}
