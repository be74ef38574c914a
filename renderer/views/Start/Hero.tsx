import { Button } from '@mantine/core';
import { IconApi, IconBooks, IconFolderOpen, IconPlus } from '@tabler/icons-react';
import { protocolFamilies } from '../../../contracts/protocols.ts';
import { inSeries } from '../../../metrics/format.ts';
import { newExperiment, openFile } from '../../actions/fileActions.ts';
import { formatRoute, navigate } from '../../navigation/navigation.ts';
import { QuestionForm } from './QuestionForm.tsx';
import styles from './Start.module.css';

const steps = [
  {
    title: 'Choose',
    text: 'Protocols, payload, users and TLS. Every combination is measured in turn.',
  },
  {
    title: 'Run',
    text: 'Worker threads generate the load; bundled services answer. Each figure shows whether it can be trusted.',
  },
  {
    title: 'Compare',
    text: 'Ratios, percentiles and saturation curves, ready for your report.',
  },
];

/** A description of Wirebench, the question to answer, and its idea in three steps. */
export function Hero() {
  return (
    <header className={styles.hero}>
      <div className={styles.pitch}>
        <h1 className={styles.title}>Which API protocol is faster, by how much, and why?</h1>
        <p className={styles.answer}>
          Wirebench puts {inSeries(protocolFamilies)} under the same load, on this machine or on
          your own servers, and shows what each costs. There is nothing to install, and no data
          leaves this computer.
        </p>
        <QuestionForm />
        <div className={styles.actions}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={newExperiment}
          >
            New experiment
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconApi size={15} stroke={1.7} />}
            onClick={() => navigate({ view: 'own-service' })}
          >
            Your own service
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconBooks size={15} stroke={1.7} />}
            onClick={() => navigate({ view: 'studies', study: null })}
          >
            Repeat a study
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconFolderOpen size={15} stroke={1.7} />}
            onClick={openFile}
          >
            Open a file…
          </Button>
        </div>
        <p className={styles.hint}>
          Or drop an experiment file anywhere in this window.{' '}
          <a href={formatRoute({ view: 'help', topic: null })}>How it measures</a>
        </p>
      </div>
      <ol className={styles.steps} aria-label="How it works">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.stepNumber} aria-hidden>
              {index + 1}
            </span>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </header>
  );
}
