import { join } from 'node:path';
import type { Command } from 'commander';
import open from 'open';
import type { Engine } from '../../api/engine.ts';
import { packageRoot } from '../../platform/version.ts';
import { type BrowserWorkbench, startWorkbench } from '../../serve/workbench.ts';
import { reportOf } from '../errors.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { aborted, interruptible } from '../interrupts.ts';
import { portOption } from '../options.ts';
import { say, writeResult } from '../streams.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

/** Fixed if possible, because browsers store a page's settings by its port. */
const defaultPort = 8747;

interface ServeOptions extends CommandEngineOptions {
  readonly port?: number;
  readonly open: boolean;
}

/** Opens the default browser; without one only the printed address remains. */
async function openBrowser(address: string): Promise<void> {
  const failed = () => say('No browser could be opened. Open the address above yourself.');
  try {
    const browser = await open(address);
    browser.on('error', failed);
  } catch {
    failed();
  }
}

/** At the requested port; by default at the default port, or at a free one when that is taken. */
async function start(
  router: Engine['router'],
  port: number | undefined,
): Promise<BrowserWorkbench> {
  const folder = join(packageRoot(), 'dist', 'renderer');
  if (port !== undefined) return startWorkbench({ router, folder, port });
  try {
    return await startWorkbench({ router, folder, port: defaultPort });
  } catch (error) {
    if (reportOf(error).code !== 'PORT_UNAVAILABLE') throw error;
    return startWorkbench({ router, folder, port: 0 });
  }
}

/** An interrupt is its normal end. */
async function serve(options: ServeOptions): Promise<void> {
  await interruptible('Closing.', (signal) =>
    withEngine({ ...options, besideWindow: true }, async ({ router }) => {
      const workbench = await start(router, options.port);
      await writeResult(`${workbench.address}\n`);
      if (options.open) await openBrowser(workbench.address);
      await aborted(signal);
      await workbench.close();
      return exitCodes.done;
    }),
  );
}

/** `wirebench serve` */
export function addServeCommand(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('serve the workbench to a browser on this machine, until Ctrl-C')
    .option(
      '--port <port>',
      `port to listen on; 0 is a free one (default: ${defaultPort}, or a free one when taken)`,
      portOption,
    )
    .option('--no-open', 'do not open the browser')
    .option('--db <file>', 'use this database')
    .action(async (options: ServeOptions) => {
      await serve(options);
      finish(exitCodes.done);
    });
}
