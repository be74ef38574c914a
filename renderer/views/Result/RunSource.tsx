import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react';
import type { RunHead } from '../../../contracts/result.ts';
import { formatBytes } from '../../../metrics/format.ts';
import { replaceExperiment } from '../../actions/fileActions.ts';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './Result.module.css';

/** Opens the experiment of a run in the editor: not as its original file, which may have changed since. */
async function openInEditor({ experiment, id, name }: RunHead): Promise<void> {
  await replaceExperiment(experiment, { kind: 'new', name, run: id });
}

/** The machine of the run, and the experiment as it was run. */
export function RunSource({ run }: { run: RunHead }) {
  return (
    <div className={styles.side}>
      <Machine run={run} />
      <Panel
        title="Experiment as run"
        note="overrides applied"
        padded={false}
        actions={
          <>
            <CopyExperiment text={run.experiment} />
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconPencil size={13} stroke={1.7} />}
              onClick={() => void openInEditor(run)}
            >
              Open in the editor
            </Button>
          </>
        }
      >
        <ScrollRegion className={styles.yaml} label="Text of the experiment">
          <pre>{run.experiment}</pre>
        </ScrollRegion>
      </Panel>
    </div>
  );
}

function CopyExperiment({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={copied ? <IconCheck size={13} /> : <IconCopy size={13} stroke={1.7} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}

function Machine({ run: { environment } }: { run: RunHead }) {
  const { os, arch, cpu, cores, memoryBytes, node, wirebench, libraries } = environment;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['System', `${os} ${arch}`],
    ['Processor', cpu],
    ['Cores', String(cores)],
    ['Memory', formatBytes(memoryBytes)],
    ['Node', node],
    ['Wirebench', wirebench],
    ...Object.entries(libraries),
  ];
  return (
    <Panel title="Machine and versions" note="which the figures depend on">
      <dl className={styles.machine}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
