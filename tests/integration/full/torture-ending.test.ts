import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../support/processes.ts';

const ending = fileURLToPath(new URL('../../torture/ending.ts', import.meta.url));

/** Runs a script with torture's end functions. @returns its output and exit code. */
async function run(script: string): Promise<{ code: unknown; written: string }> {
  const source = `import { endSoon, endStarted, markStarted } from ${JSON.stringify(ending)};
import { spawn } from 'node:child_process';
const write = (text) => process.stdout.write(text + '\\n');
markStarted();
${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], written] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  return { code, written: written.trim() };
}

describe.runIf(process.platform === 'linux')('the end of torture', () => {
  it('ends what was started and stayed, also where what started it has gone', async () => {
    const shell = `"sleep 1000 >/dev/null 2>&1 & echo $!"`;
    const { code, written } = await run(`
      const child = spawn('sh', ['-c', ${shell}], { stdio: ['ignore', 'inherit', 'inherit'] });
      child.on('close', async () => write((await endStarted(200)).join()));`);
    const [pid, complaint] = written.split('\n');
    expect(complaint).toBe(`sleep 1000 (${pid})`);
    expect(isAlive(Number(pid))).toBe(false);
    expect(code).toBe(0);
  });

  it('is silent if everything has ended', async () => {
    const { written } = await run(`
      spawn('true').on('close', async () => write(JSON.stringify(await endStarted(1000))));`);
    expect(written).toBe('[]');
  });

  it('reports what keeps it from ending', async () => {
    const { code, written } = await run(`
      setInterval(() => undefined, 100);
      endSoon(write, 100);`);
    expect(written).toMatch(/^kept from ending by .*Timeout/);
    expect(code).toBe(1);
  });
});
