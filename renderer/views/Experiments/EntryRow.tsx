import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconDotsVertical,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import type { CollectionEntry } from '../../../contracts/collection.ts';
import { formatAgo, formatCount, formatWholeSeconds } from '../../../metrics/format.ts';
import {
  duplicateEntry,
  openEntry,
  removeEntry,
  runEntry,
} from '../../actions/collectionActions.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import styles from './Experiments.module.css';

interface EntryRowProps {
  readonly entry: CollectionEntry;
  readonly onRename: (entry: CollectionEntry) => void;
}

/** An experiment of the collection: description, expected time, and actions. */
export function EntryRow({ entry, onRename }: EntryRowProps) {
  const { name, description, kind, id, plan } = entry;
  return (
    <li className={styles.entry}>
      <div className={styles.about}>
        <h3 className={styles.name}>
          <button type="button" onClick={() => openEntry(entry)}>
            {name}
          </button>
          {kind === 'own' && (
            <span className={styles.file}>
              {id}
              {entry.changedAt !== null && `, ${formatAgo(entry.changedAt)}`}
            </span>
          )}
        </h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        {entry.problem !== null && <Problem entry={entry} />}
      </div>
      <div className={styles.protocols}>
        {plan?.protocols.map((protocol) => (
          <ProtocolChip key={protocol} protocol={protocol} />
        ))}
      </div>
      <PlanFigures plan={plan} />
      <div className={styles.actions}>
        <Tooltip label="Run it unchanged">
          <ActionIcon
            aria-label={`Run “${name}”`}
            disabled={plan === null}
            onClick={() => runEntry(entry)}
          >
            <IconPlayerPlay size={15} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Button variant="default" size="compact-sm" onClick={() => openEntry(entry)}>
          Open
        </Button>
        <EntryMenu entry={entry} onRename={onRename} />
      </div>
    </li>
  );
}

function Problem({ entry: { problem, problems } }: { entry: CollectionEntry }) {
  const more = problems > 1 ? ` And ${problems - 1} more.` : '';
  return (
    <p className={styles.problem}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
      {problem}
      {more}
    </p>
  );
}

function PlanFigures({ plan }: { plan: CollectionEntry['plan'] }) {
  const time = plan?.seconds == null ? '–' : formatWholeSeconds(plan.seconds);
  return (
    <dl className={styles.figures}>
      <Figure name="load" value={plan?.model ?? '–'} />
      <Figure name={plan?.cells === 1 ? 'cell' : 'cells'} value={formatCount(plan?.cells)} />
      <Figure name={plan?.trials === 1 ? 'trial' : 'trials'} value={formatCount(plan?.trials)} />
      <Figure name={plan?.atMost ? 'at most' : 'time'} value={time} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function EntryMenu({ entry, onRename }: EntryRowProps) {
  const isOwn = entry.kind === 'own';
  return (
    <Menu width={200} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for “${entry.name}”`}>
          <IconDotsVertical size={15} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={14} stroke={1.7} />}
          onClick={() => duplicateEntry(entry)}
        >
          {isOwn ? 'Duplicate' : 'Copy to my experiments'}
        </Menu.Item>
        {isOwn && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={14} stroke={1.7} />}
              onClick={() => onRename(entry)}
            >
              Rename…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} stroke={1.7} />}
              onClick={() => removeEntry(entry)}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
