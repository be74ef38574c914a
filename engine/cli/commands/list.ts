import { type Command, Option } from 'commander';
import type { RunSummary } from '../../../contracts/history.ts';
import { type RunStatus, runStatusSchema } from '../../../contracts/words.ts';
import { formatExactTime } from '../../../metrics/format.ts';
import type { Engine } from '../../api/engine.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { collect } from '../options.ts';
import { writeResult } from '../streams.ts';
import { drawTable } from '../text/table.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface ListOptions extends CommandEngineOptions {
  readonly json?: true;
  readonly search?: string;
  readonly tag: readonly string[];
  readonly status?: RunStatus;
}

const tagColumn = { title: 'tags', cell: ({ tags }: RunSummary) => tags.join(', ') };

function drawRuns(runs: readonly RunSummary[]): string {
  if (runs.length === 0) return 'No runs yet. Start one with: wirebench run FILE\n';
  return drawTable<RunSummary>(
    [
      { title: 'run', cell: (run) => run.id },
      { title: 'started', cell: (run) => formatExactTime(run.startedAt) },
      { title: 'status', cell: (run) => run.status },
      { title: 'trials', align: 'right', cell: (run) => `${run.trialsDone}/${run.trialsPlanned}` },
      { title: 'protocols', cell: (run) => run.protocols.join(' ') },
      { title: 'trust', cell: (run) => run.verdict },
      { title: 'name', cell: (run) => (run.pinned ? `* ${run.name}` : run.name) },
      ...(runs.some(({ tags }) => tags.length > 0) ? [tagColumn] : []),
    ],
    runs,
  );
}

/** All runs, or those that match, pinned ones first. */
async function find({ client }: Engine, options: ListOptions): Promise<RunSummary[]> {
  const { search: text = '', tag: tags, status } = options;
  if (text === '' && tags.length === 0 && !status) return client.runs.list({ limit: 10_000 });
  const query = { text, tags: [...tags], statuses: status ? [status] : [], limit: 1000 };
  const found: RunSummary[] = [];
  for (;;) {
    const { runs } = await client.history.search({ ...query, offset: found.length });
    if (runs.length === 0) return found;
    found.push(...runs);
  }
}

async function list(options: ListOptions): Promise<void> {
  const runs = await withEngine(options, (engine) => find(engine, options));
  const filtered = options.search || options.tag.length > 0 || options.status;
  const text = runs.length === 0 && filtered ? 'No run matches.\n' : drawRuns(runs);
  await writeResult(options.json ? `${JSON.stringify(runs, null, 2)}\n` : text);
}

/** `wirebench list` */
export function addListCommand(program: Command, finish: Finish): void {
  program
    .command('list')
    .description('list all runs, or those that match, newest first')
    .option('--search <text>', 'words in name, note, tags, protocols, status or id')
    .option('--tag <tag>', 'only runs with this tag; repeatable', collect, [])
    .addOption(
      new Option('--status <status>', 'only runs with this status').choices(
        runStatusSchema.options,
      ),
    )
    .option('--json', 'print them as one JSON document')
    .option('--db <file>', 'use this database')
    .action(async (options: ListOptions) => {
      await list(options);
      finish(exitCodes.done);
    });
}
