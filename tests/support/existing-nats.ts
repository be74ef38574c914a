import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findNatsServer } from '../../engine/machines/nats-server.ts';
import { type Identity, serverIdentity } from '../../engine/platform/tls/identity.ts';
import { packageRoot } from '../../engine/platform/version.ts';
import { type CommandLine, type Ended, script, startCommand, wirebench } from './command-line.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A NATS server that Wirebench has not started. */
export interface ExistingNats {
  readonly port: number;
  readonly folder: string;
  readonly child: ChildProcess;
}

/** Starts a NATS server with a configuration, until the end of the test. */
export async function startNats(
  configuration: string,
  port: number,
  folder = temporaryFolder(),
): Promise<ExistingNats> {
  const file = join(folder, 'nats.conf');
  writeFileSync(file, configuration);
  const child = spawn(await findNatsServer(), ['--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CONTROLLER_PASSWORD: controllerPassword, AGENT_PASSWORD: agentPassword },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Server is ready')) resolve();
    });
    child.on('exit', () => reject(new Error(`nats-server ended:\n${log}`)));
  });
  return { port, folder, child };
}

export const controllerPassword = 'a-secret-of-the-controller';
export const agentPassword = 'a-secret-of-agents';

/** One with the configuration from the manual. */
export async function documentedNats(): Promise<ExistingNats & { readonly identity: Identity }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const identity = await serverIdentity(folder, ['127.0.0.1']);
  writeFileSync(join(folder, 'certificate.pem'), identity.cert);
  writeFileSync(join(folder, 'key.pem'), identity.key);
  writeFileSync(join(folder, 'ca.pem'), identity.ca);
  const shown = readFileSync(join(packageRoot(), 'deploy', 'nats', 'nats.conf'), 'utf8');
  const here = shown
    .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
    .replace('/var/lib/nats', join(folder, 'store'))
    .replaceAll('/etc/nats', folder);
  return { ...(await startNats(here, port, folder)), identity };
}

/** One that permits everything to everybody, without TLS. */
export async function openNats(more = 'jetstream: enabled'): Promise<ExistingNats> {
  const folder = temporaryFolder();
  const port = await freePort();
  const configuration = `listen: "127.0.0.1:${port}"\nserver_name: open\n${more}\n`.replace(
    'jetstream: enabled',
    `jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }`,
  );
  return startNats(configuration, port, folder);
}

/** A file with a user and a password. */
export function passwordFile(user: string, password: string): string {
  const file = join(temporaryFolder(), 'credentials');
  writeFileSync(file, `user: ${user}\npassword: ${password}\n`);
  return file;
}

/** A run by an existing NATS server. */
export interface ExistingController {
  readonly run: CommandLine;
  readonly home: string;
  /** The command line for the other machines. */
  readonly line: string;
}

function endWithTest(started: CommandLine): CommandLine {
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/** Starts a run of an experiment; resolves once it has printed how machines join. @param nats for `--nats`. */
export async function startControllerBy(
  nats: string,
  experiment: string,
  args: readonly string[],
  home = temporaryFolder(),
): Promise<ExistingController> {
  const words = runWords(nats, experiment, args, home);
  const run = endWithTest(startCommand(home, [script, ...words]));
  const [line] = await run.until('stderr', /wirebench agent --join \S+ --token \S+/);
  return { run, home, line };
}

/** The arguments of a run by a server. */
function runWords(nats: string, experiment: string, args: readonly string[], home: string) {
  const file = join(home, 'existing.bench.yaml');
  writeFileSync(file, experiment);
  return ['run', file, '--nats', nats, ...args];
}

/** A run that is refused, within this process. */
export function refusedBy(
  nats: string,
  experiment: string,
  args: readonly string[],
  home = temporaryFolder(),
): Promise<Ended> {
  return wirebench(home, runWords(nats, experiment, args, home));
}

/** Runs the command line that a controller has printed, with two load workers. */
export function agentBy(
  line: string,
  name: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): CommandLine {
  const words = line.split(' ').slice(1);
  const command = [script, ...words, '--name', name, '--threads', '2', ...args];
  return endWithTest(startCommand(temporaryFolder(), command, { env }));
}

/** The same; resolves once it has joined. */
export async function joinedBy(...started: Parameters<typeof agentBy>): Promise<CommandLine> {
  const agent = agentBy(...started);
  await agent.until('stderr', /has joined/);
  return agent;
}
