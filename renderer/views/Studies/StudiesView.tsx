import type { StudyOverview } from '../../../contracts/published.ts';
import { formatRoute } from '../../app/navigation.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Studies.module.css';
import { StudyPage } from './StudyPage.tsx';

/** The five studies: what each did, the experiments that repeat it, and its published tables. */
export function StudiesView({ study }: { study: string | null }) {
  const query = useEngineQuery(['published', 'studies'], (engine) => engine.published.studies(), {
    staleTime: 0,
  });
  return (
    <div className={styles.view}>
      <ViewHeader title="Studies" note="published comparisons that Wirebench repeats" />
      {query.isPending && <LoadingState label="Reading the studies" rows={8} />}
      {query.isError && (
        <FailedState
          title="The studies could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {query.isSuccess && <Studies studies={query.data} study={study} />}
    </div>
  );
}

function Studies({ studies, study }: { studies: readonly StudyOverview[]; study: string | null }) {
  const shown = studies.find(({ name }) => name === study) ?? studies[0];
  return (
    <div className={styles.body}>
      <nav className={styles.contents} aria-label="Studies">
        {studies.map(({ name, label, institution, experiments }) => (
          <a
            key={name}
            href={formatRoute({ view: 'studies', study: name })}
            aria-current={name === shown?.name ? 'page' : undefined}
          >
            {label}
            <span className={styles.kin}>
              {institution} · {experimentsWords(experiments.length)}
            </span>
          </a>
        ))}
      </nav>
      {shown && <StudyPage key={shown.name} study={shown} />}
    </div>
  );
}

function experimentsWords(count: number): string {
  return count === 1 ? '1 experiment' : `${count} experiments`;
}
