import { ViewHeader } from '../../components/ViewHeader.tsx';
import { isDirty, useExperiment } from '../../document/experimentStore.ts';
import { field } from '../../document/fields.ts';
import styles from './Experiment.module.css';
import { FileBar } from './files/FileBar.tsx';
import { ExperimentForm } from './form/ExperimentForm.tsx';
import { SourceProvider, useField } from './form/SourceContext.tsx';
import { PlanPanel } from './plan/PlanPanel.tsx';
import { RunBar } from './RunBar.tsx';
import { SourcePanel } from './source/SourcePanel.tsx';
import { useCheck } from './useCheck.ts';

/** The experiment file as a form and as source, its plan, and the Run button. */
export function ExperimentView() {
  const check = useCheck();
  return (
    <SourceProvider problems={check.problems}>
      <div className={styles.view}>
        <ViewHeader title={<FileTitle />} note={<OriginNote />} actions={<FileBar />} />
        <RunBar check={check} />
        <div className={styles.columns}>
          <ExperimentForm />
          <div className={styles.right}>
            <PlanPanel plan={check.plan} stale={check.stale} />
            <SourcePanel problems={check.problems} stale={check.stale} />
          </div>
        </div>
      </div>
    </SourceProvider>
  );
}

/** The file name, or for an unsaved file the name of its experiment. */
function FileTitle() {
  const origin = useExperiment((state) => state.origin);
  const dirty = useExperiment(isDirty);
  const name = useField(field('name')).value;
  const hasFile = origin.kind === 'file' || origin.kind === 'library';
  const title = !hasFile && typeof name === 'string' ? name : origin.name;
  return (
    <span className={styles.file} title={origin.kind === 'file' ? (origin.path ?? '') : ''}>
      {title}
      {dirty && <span className={styles.dirty} role="img" aria-label="Unsaved changes" />}
    </span>
  );
}

function OriginNote() {
  const { kind } = useExperiment((state) => state.origin);
  const dirty = useExperiment(isDirty);
  if (kind === 'file') return dirty ? 'edited' : 'saved';
  if (kind === 'library') return dirty ? 'in the collection, edited' : 'in the collection';
  const what = kind === 'built-in' ? 'built-in experiment' : 'new experiment';
  return dirty ? `${what}, not saved` : what;
}
