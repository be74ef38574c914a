import type { StudyOverview } from '../../../contracts/published.ts';
import { countOf } from '../../../metrics/format.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { StudyExperiments } from './ExperimentList.tsx';
import styles from './Studies.module.css';
import { TableBrowser } from './TableBrowser.tsx';

/** The five studies: what each did, the experiments that repeat it, and its published tables. */
export function StudiesView({ study }: { study: string | null }) {
  const query = useEngineQuery(['published', 'studies'], (engine) => engine.published.studies(), {
    staleTime: 0,
  });
  return (
    <div className={styles.view}>
      <ViewHeader title="Studies" note="published comparisons that Wirebench can repeat" />
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
              {institution} · {countOf(experiments.length, 'experiment')}
            </span>
          </a>
        ))}
      </nav>
      {shown && <StudyPage key={shown.name} study={shown} />}
    </div>
  );
}

/** One study from top to bottom. */
function StudyPage({ study }: { study: StudyOverview }) {
  const { title, author, institution, year, machine, about, experiments } = study;
  return (
    <ScrollRegion className={styles.page} label={study.label}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <p className={styles.by}>
          {author}, {institution}, {year}
        </p>
        <p className={styles.about}>{about}</p>
        <p className={styles.machine}>Measured on: {machine}.</p>
      </header>
      <Panel
        title="Experiments"
        note="at the published size, each with a quick twin that shows within a minute that everything works"
        padded={false}
      >
        <StudyExperiments experiments={experiments} label={study.label} />
      </Panel>
      <TableBrowser study={study} />
    </ScrollRegion>
  );
}
