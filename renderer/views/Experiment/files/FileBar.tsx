import { Button, Menu, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconDeviceFloppy,
  IconFolderOpen,
  IconFolderPlus,
  IconPlus,
} from '@tabler/icons-react';
import { saveCopyInCollection } from '../../../actions/collectionFile.ts';
import {
  newExperiment,
  openFile,
  openRecent,
  replaceExperiment,
  saveFile,
} from '../../../actions/fileActions.ts';
import { isDirty, useExperiment } from '../../../document/experimentStore.ts';
import { navigate } from '../../../navigation/navigation.ts';
import { useBuiltInExperiments, useRecentFiles } from '../../../transport/openable.ts';
import styles from '../Experiment.module.css';

/** New, Open and Save. */
export function FileBar() {
  return (
    <>
      <NewMenu />
      <OpenMenu />
      <SaveMenu />
    </>
  );
}

const chevron = <IconChevronDown size={13} stroke={1.8} />;

function NewMenu() {
  const builtIn = useBuiltInExperiments();
  return (
    <Menu width={380}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={14} />} rightSection={chevron}>
          New
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Item onClick={newExperiment}>Empty experiment</Menu.Item>
        <Menu.Item onClick={() => navigate({ view: 'own-service' })}>Your own service…</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Built in</Menu.Label>
        {builtIn.data?.map(({ id, name, description, text }) => (
          <Menu.Item
            key={id}
            title={description}
            onClick={() => replaceExperiment(text, { kind: 'built-in', name })}
          >
            {name}
            <BuiltInDescription text={description} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function BuiltInDescription({ text }: { text: string }) {
  return <div className={styles.description}>{text}</div>;
}

function OpenMenu() {
  const recent = useRecentFiles();
  const files = recent.data ?? [];
  const button = (
    <Button
      variant="default"
      leftSection={<IconFolderOpen size={14} stroke={1.7} />}
      rightSection={files.length > 0 ? chevron : undefined}
      onClick={files.length > 0 ? () => recent.refetch() : openFile}
    >
      Open
    </Button>
  );
  if (files.length === 0)
    return <Tooltip label="Open an experiment file (Ctrl+O)">{button}</Tooltip>;
  return (
    <Menu width={320}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={openFile} rightSection="Ctrl+O">
          Open a file…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Recent</Menu.Label>
        {files.map(({ path, name }) => (
          <Menu.Item key={path} title={path} onClick={() => openRecent(path)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveMenu() {
  const dirty = useExperiment(isDirty);
  const kind = useExperiment((state) => state.origin.kind);
  const hasPlace = kind === 'file' || kind === 'library';
  return (
    <Button.Group>
      {kind !== 'library' && (
        <Tooltip label="Add it to your experiments">
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={14} stroke={1.7} />}
            onClick={saveCopyInCollection}
          >
            Save to collection
          </Button>
        </Tooltip>
      )}
      <Tooltip label="Save (Ctrl+S)">
        <Button
          variant="default"
          disabled={hasPlace && !dirty}
          leftSection={<IconDeviceFloppy size={14} stroke={1.7} />}
          onClick={() => saveFile()}
        >
          Save
        </Button>
      </Tooltip>
      <Tooltip label="Save as… (Ctrl+Shift+S)">
        <Button variant="default" px={7} aria-label="Save as" onClick={() => saveFile(true)}>
          …
        </Button>
      </Tooltip>
    </Button.Group>
  );
}
