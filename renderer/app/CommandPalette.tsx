import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { openRecent, replaceExperiment } from '../actions/fileActions.ts';
import { useReturnFocus } from '../components/useReturnFocus.ts';
import { navigate } from '../navigation/navigation.ts';
import { useEngineQuery } from '../transport/engine.ts';
import { useBuiltInExperiments, useRecentFiles } from '../transport/openable.ts';
import { execute } from './commands.ts';
import styles from './palette.module.css';
import { type PaletteActions, type PaletteItem, paletteItems } from './paletteItems.ts';
import { type Match, rank } from './paletteMatch.ts';
import { palette, usePalette } from './paletteStore.ts';

/** No one reads more than these; typing another letter finds the others. */
const maxShown = 60;
const recentRuns = 30;

const actions: PaletteActions = {
  command: (name) => execute[name](),
  openRun: ({ id, status }) =>
    navigate(status === 'running' ? { view: 'run', runId: null } : { view: 'result', runId: id }),
  openBuiltIn: ({ name, text }) => replaceExperiment(text, { kind: 'built-in', name }),
  openRecent: ({ path }) => openRecent(path),
};

/** Everything that can be done or opened, found by typing. */
export function CommandPalette() {
  const open = usePalette((state) => state.open);
  return open ? <OpenPalette /> : null;
}

function useItems(): PaletteItem[] {
  const runs = useEngineQuery(['runs', 'list', recentRuns], (engine) =>
    engine.runs.list({ limit: recentRuns }),
  );
  const builtIn = useBuiltInExperiments();
  const recent = useRecentFiles();
  return useMemo(
    () =>
      paletteItems(
        { runs: runs.data ?? [], builtIn: builtIn.data ?? [], recent: recent.data ?? [] },
        actions,
      ),
    [runs.data, builtIn.data, recent.data],
  );
}

/** The item that an arrow key leads to; the list wraps around. */
function moved(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'PageDown') return Math.min(index + 8, count - 1);
  if (key === 'PageUp') return Math.max(index - 8, 0);
  return null;
}

function choose({ act }: PaletteItem): void {
  palette.close();
  // After the palette has returned the focus, which the chosen item may need.
  setTimeout(() => void act(), 0);
}

function OpenPalette() {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const items = useItems();
  const found = useMemo(
    () => rank(items, typed, ({ label }) => label).slice(0, maxShown),
    [items, typed],
  );
  const listId = useId();
  const current = Math.min(index, Math.max(found.length - 1, 0));
  const onKey = (event: KeyboardEvent) => {
    const next = moved(event.key, current, found.length);
    const chosen = found[current];
    if (next !== null) setIndex(next);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) choose(chosen.item);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root
      opened
      onClose={palette.close}
      centered={false}
      yOffset="12vh"
      size={560}
      padding={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <input
          className={styles.input}
          role="combobox"
          aria-label="Find a command, view, run or experiment"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
          placeholder="Type a command, a view, a run or an experiment"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={onKey}
        />
        <div className={styles.list} id={listId} role="listbox" aria-label="Found">
          {found.map(({ item, match }, position) => (
            <Option
              key={item.id}
              id={`${listId}-${position}`}
              item={item}
              match={match}
              selected={position === current}
            />
          ))}
        </div>
        <p className={styles.foot} role="status">
          {found.length === 0 ? 'No matches.' : `${found.length} found`}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly match: Match;
  readonly selected: boolean;
}

function Option({ id, item, match, selected }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // Keys go to the input, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      ref={element}
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(item)}
    >
      <span className={styles.group}>{item.group}</span>
      <span className={styles.label}>
        <Marked text={item.label} at={match.at} />
      </span>
      {item.note !== '' && <span className={styles.note}>{item.note}</span>}
    </div>
  );
}

/** The text with the typed characters highlighted. */
function Marked({ text, at }: { text: string; at: readonly number[] }) {
  const typed = new Set(at);
  return text.split('').map((character, index) => {
    const key = `${index}`;
    return typed.has(index) ? (
      <b key={key} className={styles.hit}>
        {character}
      </b>
    ) : (
      <span key={key}>{character}</span>
    );
  });
}
