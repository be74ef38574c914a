import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconFlag, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { type Annotation, longestAnnotation } from '../../../contracts/history.ts';
import { clock } from '../../../metrics/units.ts';
import { notifyError } from '../../components/notify.tsx';
import { Panel } from '../../components/Panel.tsx';
import styles from './Annotations.module.css';
import {
  annotate,
  momentNow,
  type RunMoment,
  removeAnnotation,
  useAnnotations,
} from './annotations.ts';
import runStyles from './Run.module.css';
import { useRun } from './runStore.ts';

const inputId = 'annotate-this-moment';

/** A link to the field that annotates this moment. */
export function AnnotateButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconFlag size={14} stroke={1.7} />}
      onClick={() => document.getElementById(inputId)?.focus()}
    >
      Annotate
    </Button>
  );
}

/** The annotations of this run, and a field for a new one. */
export function AnnotationsPanel() {
  const annotations = useAnnotations();
  const runId = useRun((state) => state.progress?.runId ?? '');
  const running = useRun((state) => state.progress?.status === 'running');
  if (!running && annotations.length === 0) return null;
  return (
    <Panel
      title="Annotations"
      note="marks on the time strips"
      padded={false}
      className={runStyles.aside ?? ''}
    >
      <div className={styles.panel}>
        {running && <AnnotateForm runId={runId} />}
        {annotations.length > 0 ? (
          <ul className={styles.list} aria-label="Annotations">
            {annotations.map((one) => (
              <AnnotationLine key={one.id} annotation={one} runId={runId} />
            ))}
          </ul>
        ) : (
          <p className={styles.none}>
            Notes such as “cache cleared” appear as marks on every strip and are kept with the run.
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The moment is when typing started, not when it ended. */
function AnnotateForm({ runId }: { runId: string }) {
  const [text, setText] = useState('');
  const [moment, setMoment] = useState<RunMoment | null>(null);
  const type = (value: string) => {
    setText(value);
    if (value === '') setMoment(null);
    else setMoment((known) => known ?? momentNow());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    annotate(runId, moment ?? momentNow(), words).catch((error: unknown) => {
      type(words);
      notifyError(error, 'The annotation could not be saved');
    });
    type('');
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        id={inputId}
        className={styles.input}
        aria-label="Annotate this moment"
        placeholder="What is happening now"
        maxLength={longestAnnotation}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        rightSection={moment && <span className={styles.at}>{clock(moment.atSeconds)}</span>}
        rightSectionWidth={moment ? 48 : 0}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}

function AnnotationLine({ annotation, runId }: { annotation: Annotation; runId: string }) {
  const { id, atSeconds, trialIndex, text } = annotation;
  const where = useRun((state) => {
    const trial = state.progress?.trials.find(({ index }) => index === trialIndex);
    return trial ? describeCell(trial.cell) : 'between trials';
  });
  const remove = () => {
    removeAnnotation(runId, id).catch((error: unknown) =>
      notifyError(error, 'The annotation could not be removed'),
    );
  };
  return (
    <li className={styles.line}>
      <span className={styles.time}>{clock(atSeconds)}</span>
      <span className={styles.words}>
        {text}
        <span className={styles.where}>{where}</span>
      </span>
      <ActionIcon size={24} aria-label={`Remove annotation “${text}”`} onClick={remove}>
        <IconX size={13} stroke={1.6} />
      </ActionIcon>
    </li>
  );
}
