import { availableParallelism } from 'node:os';
import { run, say, withOwnNode } from './project.mjs';

/**
 * The compiler in one thread: several would each check shared files, and both projects are checked
 * concurrently anyway. Garbage is collected less often, since it ends soon. Together this halves the work.
 */
const types = (project) => ({
  command: 'tsc',
  args: ['-p', project, '--singleThreaded'],
  env: { GOGC: '400' },
});

/** Checks of the sources without tests: each passes or fails as a whole. The longest come first. */
const gates = [
  { name: 'types', ...types('tsconfig.json') },
  { name: 'types of the renderer', ...types('tsconfig.renderer.json') },
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'rooms', command: 'node', args: ['scripts/check-rooms.ts'] },
  { name: 'protocols', command: 'node', args: ['scripts/check-protocols.ts'] },

  { name: 'texts', command: 'node', args: ['scripts/check-texts.ts'] },
  {
    name: 'dead exports',
    command: 'knip',
    args: ['--include', 'files,exports,types,duplicates', '--no-progress'],
  },
  { name: 'duplicates', command: 'node', args: ['scripts/check-duplicates.ts'] },
];

async function runGate({ name, command, args, env }, node) {
  const started = Date.now();
  const options = {
    quiet: true,
    env: { ...withOwnNode(node), ...env },
    shell: process.platform === 'win32',
  };
  const { code, output } = await run(command, args, options);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code === 0) return null;
  say(output.trimEnd());
  return { name, message: output };
}

/**
 * Runs every gate, one per core at a time, and shows the output of the failing ones.
 * @returns the number that passed, and the name and message of each that failed.
 */
export async function runGates(node) {
  const left = [...gates];
  const failures = [];
  const takeTurns = async () => {
    for (let gate = left.shift(); gate; gate = left.shift()) {
      const failure = await runGate(gate, node);
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
  return { passed: gates.length - failures.length, failures };
}
