import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WirebenchError } from '../../../contracts/errors.ts';

/** A report prints within seconds; a browser that takes longer hangs. */
const maxMs = 90_000;

interface PrintOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds after which the browser is ended. */
  readonly limit?: number;
}

/**
 * Prints a self-contained page to PDF, with a browser of this machine.
 * @param chromium path of the browser, from `findChromium`.
 * @throws WirebenchError EXPORT_FAILED when it prints nothing in time.
 */
export async function printPdf(
  html: string,
  chromium: string,
  { signal, limit = maxMs }: PrintOptions = {},
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'wirebench-print-'));
  const [page, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
  try {
    await writeFile(page, html, { mode: 0o600 });
    const output = await runToEnd(chromium, argumentsFor(folder, page, pdf), limit, signal);
    return await readFile(pdf).catch((cause: unknown) => {
      throw new WirebenchError('EXPORT_FAILED', `The browser printed nothing: ${output}`, {
        cause,
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function argumentsFor(folder: string, page: string, pdf: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--no-default-browser-check',
    // The page is self-contained, so the browser must not use the network.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${join(folder, 'profile')}`,
    // Chromium's sandbox refuses to work for root, who is everybody in many containers. The page is
    // our own file, allows no script but ours and reaches no network, and only then it goes without.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ];
}

/** Runs the browser in its own process group, so that its helpers end with it. @returns its last output. */
async function runToEnd(
  program: string,
  args: readonly string[],
  limit: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2000);
  });
  const ending = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
  const end = () => endGroup(child.pid);
  ending.addEventListener('abort', end, { once: true });
  if (ending.aborted) end();
  try {
    await once(child, 'exit');
  } catch (cause) {
    throw new WirebenchError('EXPORT_FAILED', `The browser ${program} did not start`, { cause });
  } finally {
    ending.removeEventListener('abort', end);
    endGroup(child.pid);
  }
  if (!ending.aborted) return output.trim();
  throw new WirebenchError('EXPORT_FAILED', 'The browser did not print the report in time');
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
