import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A server as users have it, in one file: `node server.mjs PORT [HOW…]`. `HOW` makes it misbehave: `deaf` never
 * listens, `ends` ends at once, `dies` ends after the tenth request, `stubborn` ignores SIGTERM, `family` starts a
 * child that leaves its session and ignores SIGTERM, too, and `burns` keeps a child at work.
 */
const source = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
const [port, ...how] = process.argv.slice(2);
const is = (word) => how.includes(word);
console.log('token ' + process.env.OWN_TOKEN + ' in ' + process.cwd());
if (is('ends')) { console.error('no database'); process.exit(3); }
if (is('stubborn')) process.on('SIGTERM', () => console.log('not yet'));
const child = (code, options) => spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], ...options });
let family = null;
if (is('family')) family = child('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', { detached: true });
if (is('burns')) child('for (;;) Math.sqrt(Math.random())', {});
let answered = 0;
const server = createServer((request, response) => {
  response.end(JSON.stringify({ ok: true }));
  if (is('dies') && ++answered > 10) { console.error('out of luck'); process.exit(7); }
});
const listen = () => server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
if (is('deaf')) setInterval(() => {}, 1000);
else if (family) family.stdout.once('data', listen);
else listen();
`;

/** A folder with that server. */
export function serverFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'server.mjs'), source);
  return folder;
}

/** Waits until such a server, started manually, answers. */
export async function listening({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error('it has no output');
  for (let text = ''; !text.includes('listening'); ) text += String(await once(stdout, 'data'));
}

/** An experiment with one request to it. @param target its servers, as YAML in one line. */
export function serverExperiment(
  target: string,
  { factors = '', load = 'requests: 40', more = '' } = {},
): string {
  return `wirebench: 1
name: Started
target: ${target}
service:
  rest: {address: "http://127.0.0.1:{{port}}"}
  requests:
    get: {rest: {path: /x}}
factors: {protocol: [rest], users: [2]${factors}}
load: {model: closed, warmUp: 0s, ${load}}
workers: 1
${more}`;
}
