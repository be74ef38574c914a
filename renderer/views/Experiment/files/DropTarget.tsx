import { useEffect, useState } from 'react';
import { openText } from '../../../actions/fileActions.ts';
import { importDropped, importRunFile, isRunFile } from '../../../actions/runFiles.ts';
import { notifyError } from '../../../components/notify.tsx';
import { shell } from '../../../transport/shell.ts';
import styles from '../Experiment.module.css';

const longestFile = 5_000_000;

function carriesFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

async function openDropped(file: File): Promise<void> {
  if (isRunFile(file.name)) return importDropped(file);
  try {
    if (file.size > longestFile) throw new Error(`${file.name} is too large for an experiment.`);
    await openText({ path: null, name: file.name, text: await file.text() });
  } catch (error) {
    notifyError(error, 'The file could not be opened');
  }
}

/** Opens experiments and imports run files that are dropped anywhere on the window, and run files from the shell. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => shell.onRunFileOpened((file) => void importRunFile(file)), []);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void openDropped(file);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over ? (
    <div className={styles.drop}>Drop an experiment or a run file to open it</div>
  ) : null;
}
