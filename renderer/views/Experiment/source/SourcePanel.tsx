import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { Problem } from '../../../../contracts/experiment/cell.ts';
import { Panel } from '../../../components/Panel.tsx';
import { experiment, useExperiment } from '../../../document/experimentStore.ts';
import { useSource } from '../form/SourceContext.tsx';
import styles from './Source.module.css';
import { SourceEditor } from './SourceEditor.tsx';

interface SourcePanelProps {
  readonly problems: readonly Problem[];
  readonly stale: boolean;
}

/** The YAML source, and all its problems. */
export function SourcePanel({ problems, stale }: SourcePanelProps) {
  const { shown, show } = useSource();
  return (
    <Panel
      className={styles.panel ?? ''}
      title="Source"
      note="YAML; the form on the left edits it"
      padded={false}
      actions={<UndoButtons />}
    >
      <div className={styles.frame}>
        <SourceEditor problems={problems} stale={stale} goTo={shown} />
        {problems.length > 0 && (
          <ul className={styles.problems} aria-label="Problems">
            {problems.map((problem) => (
              <li key={`${problem.line} ${problem.path} ${problem.message}`}>
                <button type="button" className={styles.problem} onClick={() => show(problem)}>
                  <span className={styles.line}>Line {problem.line}</span>
                  <span>
                    {problem.path !== '' && <span className={styles.path}>{problem.path}</span>}
                    {problem.message}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function UndoButtons() {
  const canUndo = useExperiment((state) => state.past.length > 0);
  const canRedo = useExperiment((state) => state.future.length > 0);
  return (
    <>
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon aria-label="Undo" size={24} disabled={!canUndo} onClick={experiment.undo}>
          <IconArrowBackUp size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Y)">
        <ActionIcon aria-label="Redo" size={24} disabled={!canRedo} onClick={experiment.redo}>
          <IconArrowForwardUp size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
