import { join } from 'node:path';
import type { Command } from 'commander';
import open from 'open';
import { packageRoot } from '../../platform/version.ts';
import { startWorkbench } from '../../serve/workbench.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { catchInterrupts, interrupted } from '../interrupts.ts';
import { portOption } from '../options.ts';
import { say, writeResult } from '../streams.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';

interface ServeOptions extends EngineOptions {
  readonly port: number;
  readonly open: boolean;
}

/** Opens the default browser; without one the printed address is all there is. */
async function openBrowser(address: string): Promise<void> {
  const failed = () => say('No browser could be opened. Open the address above yourself.');
  try {
    const browser = await open(address);
    browser.on('error', failed);
  } catch {
    failed();
  }
}

async function serve(options: ServeOptions): Promise<void> {
  const interrupts = catchInterrupts(() => say('Closing.'));
  try {
    await withEngine(options, async ({ router }) => {
      const folder = join(packageRoot(), 'dist', 'renderer');
      const workbench = await startWorkbench({ router, folder, port: options.port });
      await writeResult(`${workbench.address}\n`);
      if (options.open) await openBrowser(workbench.address);
      await interrupted(interrupts);
      await workbench.close();
    });
  } finally {
    interrupts.dispose();
  }
}

/** `wirebench serve` */
export function addServeCommand(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('serve the workbench to a browser on this machine, until Ctrl-C')
    .option('--port <port>', 'port to listen on; 0 is a free one', portOption, 0)
    .option('--no-open', 'do not open the browser')
    .option('--db <file>', 'use this database')
    .action(async (options: ServeOptions) => {
      await serve(options);
      finish(exitCodes.done);
    });
}
