import type { Command } from 'commander';
import type { RunSummary } from '../../../contracts/engine-api.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { formatTime } from '../text/figures.ts';
import { drawTable } from '../text/table.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';

interface ListOptions extends EngineOptions {
  readonly json?: true;
}

function drawRuns(runs: readonly RunSummary[]): string {
  if (runs.length === 0) return 'No runs yet. Start one with: wirebench run FILE\n';
  return drawTable<RunSummary>(
    [
      { title: 'run', cell: (run) => run.id },
      { title: 'started', cell: (run) => formatTime(run.startedAt) },
      { title: 'status', cell: (run) => run.status },
      { title: 'trials', align: 'right', cell: (run) => `${run.trialsDone}/${run.trialsPlanned}` },
      { title: 'protocols', cell: (run) => run.protocols.join(' ') },
      { title: 'trust', cell: (run) => run.verdict },
      { title: 'name', cell: (run) => run.name },
    ],
    runs,
  );
}

async function list(options: ListOptions): Promise<void> {
  const runs = await withEngine(options, ({ client }) => client.runs.list({ limit: 10_000 }));
  await writeResult(options.json ? `${JSON.stringify(runs, null, 2)}\n` : drawRuns(runs));
}

/** `wirebench list` */
export function addListCommand(program: Command, finish: Finish): void {
  program
    .command('list')
    .description('list all runs, the newest first')
    .option('--json', 'print them as one JSON document')
    .option('--db <file>', 'use this database')
    .action(async (options: ListOptions) => {
      await list(options);
      finish(exitCodes.done);
    });
}
