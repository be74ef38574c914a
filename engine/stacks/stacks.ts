import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import {
  defaultStack,
  type ForeignStack,
  type Stack,
  type StackState,
  stackFacts,
} from '../../contracts/stacks.ts';
import { compareVersions } from '../../contracts/versions.ts';
import { stateHome } from '../platform/home.ts';
import { packageRoot } from '../platform/version.ts';
import { type Step, type Toolchain, toolchains, toolchainVersion } from './toolchains.ts';

/** Contents of the stamp file next to a built stack. */
const stampSchema = z.object({
  /** SHA-256 of its sources. */
  sources: z.string(),
  /** The version of the toolchain that built it. */
  toolchain: z.string(),
});
type Stamp = z.infer<typeof stampSchema>;

const stampName = 'built.json';
/** Source folders that tools write into when a stack is built by hand. */
const madeByTools = new Set(['target', 'venv', 'node_modules', '__pycache__']);
const keptLines = 40;
const onWindows = process.platform === 'win32';
/** Folders of interface files that stacks are built from. */
const interfaces = ['proto', 'wsdl'];

const sourcesOf = (stack: ForeignStack) => join(packageRoot(), 'stacks', stack);

/** The folder that stacks are built into: `WIREBENCH_STACKS`, or one in the data folder. */
function folderOf(stack: ForeignStack): string {
  const chosen = process.env.WIREBENCH_STACKS;
  return chosen ? resolve(chosen, stack) : join(stateHome(), 'stacks', stack);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || madeByTools.has(entry.name)) return [];
      return entry.isDirectory() ? filesBelow(path) : [path];
    }),
  );
  return found.flat().sort();
}

/** Hash of the sources of a stack, and of the interface files that they use. */
export async function sourcesHash(stack: ForeignStack): Promise<string> {
  const hash = createHash('sha256');
  const folders = [sourcesOf(stack), ...interfaces.map((name) => join(packageRoot(), name))];
  for (const folder of folders) {
    for (const path of await filesBelow(folder)) {
      hash
        .update(`${path.slice(folder.length)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function stampIn(folder: string): Promise<Stamp | null> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(join(folder, stampName), 'utf8')));
  } catch {
    // Missing or invalid: it has not been built.
    return null;
  }
}

/** Whether a stack's services can be started, without querying its toolchain. */
export async function isBuilt(stack: Stack): Promise<boolean> {
  return stack === defaultStack || (await builtState(stack)) === 'yes';
}

async function builtState(stack: ForeignStack): Promise<StackState['built']> {
  const stamp = await stampIn(folderOf(stack));
  if (stamp === null) return 'no';
  return stamp.sources === (await sourcesHash(stack)) ? 'yes' : 'stale';
}

const buildWith = (stack: ForeignStack) => `run \`npx wirebench stacks build ${stack}\``;

function missingToolchain(stack: ForeignStack, version: string | null): string | null {
  const { atLeast, from, version: asked } = toolchains[stack];
  const { label } = stackFacts[stack];
  if (version === null) {
    return `${label} services cannot be built here: \`${asked.join(' ')}\` does not run. Install ${label} ${atLeast} or later (${from}), then ${buildWith(stack)}.`;
  }
  if (compareVersions(version, atLeast) >= 0) return null;
  return `${label} services need ${label} ${atLeast} or later, and this machine has ${version}.`;
}

/** Whether a stack can be used on this machine, and if not, the reason. */
export async function stackState(stack: ForeignStack): Promise<StackState> {
  const { version: command, numberOf = command[0] } = toolchains[stack];
  const [version, built] = await Promise.all([
    toolchainVersion(toolchains[stack]),
    builtState(stack),
  ]);
  const toolchain = version === null ? null : { command: numberOf, version };
  return { stack, toolchain, built, reason: unusable(stack, built, version) };
}

function unusable(
  stack: ForeignStack,
  built: StackState['built'],
  version: string | null,
): string | null {
  if (built === 'yes') return null;
  const { label } = stackFacts[stack];
  const missing = missingToolchain(stack, version);
  if (missing !== null) return missing;
  return built === 'stale'
    ? `The ${label} services were built from other sources than those of this Wirebench: ${buildWith(stack)}.`
    : `The ${label} services have not been built: ${buildWith(stack)}.`;
}

/** Sentence about why a stack's services cannot be started, with advice; null where they can. */
export async function whyNotUsable(stack: ForeignStack): Promise<string | null> {
  const built = await builtState(stack);
  if (built === 'yes') return null;
  return unusable(stack, built, await toolchainVersion(toolchains[stack]));
}

/** The command that starts a stack's program, its folder and added environment variables. */
export function stackProgram(
  stack: ForeignStack,
  workers: number,
): Step & { readonly folder: string } {
  const folder = folderOf(stack);
  return { ...toolchains[stack].start(folder, sourcesOf(stack), workers), folder };
}

/**
 * Builds the services of a stack with its language's own tool.
 * @param say receives each output line of the tools.
 * @throws WirebenchError STACK_BUILD_FAILED, whose hint is the end of their output.
 */
export async function buildStack(
  stack: ForeignStack,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const toolchain: Toolchain = toolchains[stack];
  const version = await toolchainVersion(toolchain);
  const missing = missingToolchain(stack, version);
  if (missing !== null || version === null) {
    throw new WirebenchError('STACK_BUILD_FAILED', missing ?? 'There is no toolchain.');
  }
  const out = folderOf(stack);
  const sources = sourcesOf(stack);
  const hash = await sourcesHash(stack);
  signal?.throwIfAborted();
  await mkdir(out, { recursive: true });
  // A partial build must not pass as the previous one.
  await rm(join(out, stampName), { force: true });
  for (const step of toolchain.build(out, sources))
    await runStep(stack, step, sources, say, signal);
  const stamp: Stamp = { sources: hash, toolchain: version };
  await writeFile(join(out, stampName), `${JSON.stringify(stamp)}\n`);
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(onWindows ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

async function runStep(
  stack: ForeignStack,
  { command, env = {} }: Step,
  folder: string,
  say: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [file, ...words] = command;
  const last: string[] = [];
  const child = spawn(file, words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so that child processes end with it.
    detached: !onWindows,
  });
  const end = () => endGroup(child);
  signal?.addEventListener('abort', end, { once: true });
  process.once('exit', end);
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      last.push(line);
      if (last.length > keptLines) last.shift();
      say(line);
    });
  }
  const ended = await new Promise<string | null>((settle) => {
    child.once('error', (error) => settle(messageOf(error)));
    child.once('close', (code, by) =>
      settle(code === 0 ? null : by ? `was ended by ${by}` : `ended with code ${code}`),
    );
  });
  signal?.removeEventListener('abort', end);
  process.off('exit', end);
  signal?.throwIfAborted();
  if (ended === null) return;
  const { label } = stackFacts[stack];
  throw new WirebenchError(
    'STACK_BUILD_FAILED',
    `The ${label} services could not be built: ${command.slice(0, 2).join(' ')} ${ended}.`,
    last.length > 0 ? { hint: last.join('\n') } : {},
  );
}
