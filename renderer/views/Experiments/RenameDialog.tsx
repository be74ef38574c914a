import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type CollectionEntry,
  experimentEnding,
  fileNameFor,
  fileNameProblem,
} from '../../../contracts/collection.ts';
import { renameEntry } from '../../actions/collectionActions.ts';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import styles from './Experiments.module.css';

interface RenameDialogProps {
  readonly entry: CollectionEntry;
  readonly onClose: () => void;
}

/** A new name for an experiment and its file; the file name follows until it is edited. */
export function RenameDialog({ entry, onClose }: RenameDialogProps) {
  useReturnFocus();
  const [name, setName] = useState(entry.name);
  const [file, setFile] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const untouched = name.trim() === entry.name ? entry.id : fileNameFor(name);
  const fileName = file ?? untouched;
  const problem = fileNameProblem(fileName);
  const nameless = name.trim() === '';
  const rename = async () => {
    setBusy(true);
    if (await renameEntry(entry, name.trim(), fileName)) onClose();
    else setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title="Rename the experiment">
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null && !nameless) void rename();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          error={nameless ? 'expected a name' : undefined}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <TextInput
          label="File"
          description={`ends in ${experimentEnding}`}
          value={fileName}
          error={problem ?? undefined}
          onChange={({ currentTarget: { value } }) => setFile(value)}
        />
        <div className={styles.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={problem !== null || nameless}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}
