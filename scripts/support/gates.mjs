import { run, say, withOwnNode } from './project.mjs';

/** Checks of the sources that need no test: each passes or fails as one. */
const gates = [
  { name: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the renderer', command: 'tsc', args: ['-p', 'tsconfig.renderer.json'] },
  { name: 'rooms', command: 'node', args: ['scripts/check-rooms.ts'] },
  { name: 'protocols', command: 'node', args: ['scripts/check-protocols.ts'] },
  { name: 'names', command: 'node', args: ['scripts/check-names.ts'] },
  { name: 'texts', command: 'node', args: ['scripts/check-texts.ts'] },
  { name: 'duplicates', command: 'node', args: ['scripts/check-duplicates.ts'] },
];

/**
 * Runs every gate and shows what the failing ones say.
 * @returns how many passed, and the name and message of each that failed.
 */
export async function runGates(node) {
  const total = { passed: 0, failures: [] };
  for (const { name, command, args } of gates) {
    const started = Date.now();
    const options = { quiet: true, env: withOwnNode(node), shell: process.platform === 'win32' };
    const { code, output } = await run(command, args, options);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (code === 0) total.passed += 1;
    else {
      total.failures.push({ name, message: output });
      say(output.trimEnd());
    }
  }
  return total;
}
