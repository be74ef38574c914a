import { commands } from '../../contracts/commands.ts';
import type { BuiltInExperiment, RunSummary } from '../../contracts/engine-api.ts';
import type { RecentFile } from '../../contracts/shell.ts';
import { formatExactTime } from '../../metrics/format.ts';
import { displayKeys, isMac } from '../navigation/shortcuts.ts';

/** Something the palette offers. */
export interface PaletteItem {
  readonly id: string;
  /** Kind of item, such as `Go to`. */
  readonly group: string;
  readonly label: string;
  /** A remark on the right: keys, or a date. */
  readonly note: string;
  readonly act: () => unknown;
}

export interface PaletteSources {
  readonly runs: readonly RunSummary[];
  readonly builtIn: readonly BuiltInExperiment[];
  readonly recent: readonly RecentFile[];
}

/** Actions of items. */
export interface PaletteActions {
  readonly command: (name: (typeof commands)[number]['name']) => unknown;
  readonly openRun: (run: RunSummary) => unknown;
  readonly openBuiltIn: (experiment: BuiltInExperiment) => unknown;
  readonly openRecent: (file: RecentFile) => unknown;
}

function commandItems({ command }: PaletteActions): PaletteItem[] {
  return commands
    .filter(({ name }) => name !== 'palette')
    .map(({ name, group, label, keys }) => ({
      id: `command-${name}`,
      group,
      label,
      note: keys === null ? '' : displayKeys(keys, isMac),
      act: () => command(name),
    }));
}

/** All items: commands first, then what the user can open. */
export function paletteItems(sources: PaletteSources, actions: PaletteActions): PaletteItem[] {
  const runs = sources.runs.map((run) => ({
    id: `run-${run.id}`,
    group: 'Runs',
    label: run.name,
    note: formatExactTime(run.startedAt, 'near'),
    act: () => actions.openRun(run),
  }));
  const builtIn = sources.builtIn.map((experiment) => ({
    id: `built-in-${experiment.id}`,
    group: 'Built-in experiments',
    label: experiment.name,
    note: '',
    act: () => actions.openBuiltIn(experiment),
  }));
  const recent = sources.recent.map((file, index) => ({
    id: `recent-${index}`,
    group: 'Recent files',
    label: file.name,
    note: '',
    act: () => actions.openRecent(file),
  }));
  return [...commandItems(actions), ...recent, ...runs, ...builtIn];
}
