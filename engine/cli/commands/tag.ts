import { type Command, InvalidArgumentError } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { noteSchema, tagSchema, tagsSchema } from '../../../contracts/history.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { printable } from '../text/table.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface TagOptions extends CommandEngineOptions {
  readonly remove: readonly string[];
  readonly note?: string;
  readonly pin?: boolean;
}

/** Reads one tag. */
function tagOption(text: string): string {
  const tag = tagSchema.safeParse(text);
  if (tag.success) return tag.data;
  throw new InvalidArgumentError(tag.error.issues[0]?.message ?? 'not a tag');
}

/** Reads a note. */
function noteOption(text: string): string {
  const note = noteSchema.safeParse(text);
  if (note.success) return note.data;
  throw new InvalidArgumentError(note.error.issues[0]?.message ?? 'not a note');
}

const addTo = (value: string, before: readonly string[]) => [...before, tagOption(value)];

function changedTags(
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] {
  const gone = new Set(removed.map((tag) => tag.toLowerCase()));
  const kept = [...tags, ...added].filter((tag) => !gone.has(tag.toLowerCase()));
  const checked = tagsSchema.safeParse(kept);
  if (checked.success) return checked.data;
  throw new WirebenchError('ARGUMENT_INVALID', checked.error.issues[0]?.message ?? 'not tags');
}

async function label(run: string, added: readonly string[], options: TagOptions): Promise<string> {
  return withEngine(options, async (engine) => {
    const { client } = engine;
    const runId = engine.resolveRunId(run);
    const find = async () => {
      const { runs } = await client.history.search({ text: runId, limit: 1000 });
      return runs.find(({ id }) => id === runId);
    };
    const before = (await find())?.tags ?? [];
    if (added.length > 0 || options.remove.length > 0) {
      await client.history.setTags({ runId, tags: changedTags(before, added, options.remove) });
    }
    if (options.note !== undefined) await client.history.setNote({ runId, note: options.note });
    if (options.pin !== undefined) await client.history.setPinned({ runId, pinned: options.pin });
    return describe(await find());
  });
}

type Labels = { id: string; tags: readonly string[]; note: string; pinned: boolean };

function describe(run: Labels | undefined): string {
  if (run === undefined) return '';
  const { id, tags, note, pinned } = run;
  const lines = [
    `run ${id}${pinned ? ' · pinned' : ''}`,
    `tags: ${tags.length > 0 ? tags.join(', ') : 'none'}`,
    ...(note === '' ? [] : [`note: ${note}`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** `wirebench tag RUN [TAG…]` */
export function addTagCommand(program: Command, finish: Finish): void {
  program
    .command('tag')
    .description('tag, pin or add a note to a run; without tags or options, show them')
    .argument('<run>', 'id, its first characters, or "latest"')
    .argument('[tag...]', 'tags to add', addTo, [])
    .option('--remove <tag>', 'remove a tag; repeatable', addTo, [])
    .option('--note <text>', 'replace the note; an empty one removes it', noteOption)
    .option('--pin', 'pin the run to the top of the history')
    .option('--no-pin', 'unpin the run')
    .option('--db <file>', 'use this database')
    .action(async (run: string, tags: readonly string[], options: TagOptions) => {
      await writeResult(await label(run, tags, options));
      finish(exitCodes.done);
    });
}
