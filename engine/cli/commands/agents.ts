import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import { isLoopbackHost } from '../../../contracts/experiment/addresses.ts';
import { countOf } from '../../../metrics/format.ts';
import { removeAgents, startAgents } from '../../kubernetes/agents.ts';
import { type AgentPods, agentManifests, printManifests } from '../../kubernetes/manifests.ts';
import type { NatsAddress } from '../../machines/nats-address.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { joinText, natsAddressesOption, natsCredentialsOption } from '../nats-options.ts';
import { say, writeResult } from '../streams.ts';

/** Maximum that a controller supports. */
const maxAgents = 256;

interface AgentsOptions {
  readonly kubernetes?: number;
  readonly remove?: true;
  readonly join?: readonly NatsAddress[];
  readonly token?: string;
  readonly namespace?: string;
  readonly context?: string;
  readonly image?: string;
  readonly print?: true;
  readonly natsCredentials?: string;
}

interface AgentSecrets extends NonNullable<AgentPods['secrets']> {
  readonly WIREBENCH_JOIN: string;
}

function countOption(text: string): number {
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count <= maxAgents) return count;
  throw new InvalidArgumentError(`expected a number of agents from 0 to ${maxAgents}`);
}

function nameOption(text: string): string {
  // Also prevents it from being parsed as an option of kubectl.
  if (/^[\w.:@/][-\w.:@/]*$/.test(text)) return text;
  throw new InvalidArgumentError('expected a name without spaces');
}

function wrong(message: string, hint: string): WirebenchError {
  return new WirebenchError('ARGUMENT_INVALID', message, { hint });
}

/** Secrets of the agents. @throws WirebenchError ARGUMENT_INVALID */
async function secretsOf(options: AgentsOptions): Promise<AgentSecrets> {
  const { join, token, natsCredentials } = options;
  if (join === undefined || token === undefined) {
    throw wrong(
      'agents: --join and a token are needed',
      'Copy both from the line that "wirebench run --listen" shows; give the token in WIREBENCH_TOKEN, so that no one else on this machine sees it.',
    );
  }
  const loopback = join.find(({ host }) => isLoopbackHost(host));
  if (loopback) {
    throw wrong(
      `--join: in a pod, ${loopback.host} is the pod itself`,
      'Name an address of the controller that the cluster reaches.',
    );
  }
  // Loaded on demand, with its parts for NATS.
  const { parseJoinToken } = await import('../../machines/join-token.ts');
  parseJoinToken(token);
  const { natsLoginText } = await import('../../machines/nats-login.ts');
  const login = await natsLoginText(natsCredentials);
  return {
    WIREBENCH_JOIN: joinText(join),
    WIREBENCH_TOKEN: token,
    ...(login === null ? {} : { WIREBENCH_NATS_LOGIN: login }),
  };
}

async function print(options: AgentsOptions, count: number): Promise<ExitCode> {
  const { image, namespace } = options;
  const hasSecrets = options.join !== undefined && options.token !== undefined;
  const secrets = hasSecrets ? await secretsOf(options) : null;
  if (!hasSecrets) say('Without --join and a token: the Secret is left out.');
  const manifests = await agentManifests({ count, secrets, image, namespace });
  await writeResult(printManifests(manifests));
  return exitCodes.done;
}

async function start(options: AgentsOptions, count: number): Promise<ExitCode> {
  const secrets = await secretsOf(options);
  const { image } = options;
  return interruptible('Stopping kubectl.', async (signal) => {
    await writeResult(await startAgents(options, { count, secrets, image }, signal));
    say(
      `The cluster starts ${countOf(count, 'agent')}, which join ${secrets.WIREBENCH_JOIN} as soon as a controller listens there. "kubectl get pods --selector app.kubernetes.io/name=wirebench" shows them.`,
    );
    return exitCodes.done;
  });
}

async function remove(options: AgentsOptions): Promise<ExitCode> {
  return interruptible('Stopping kubectl.', async (signal) => {
    const removed = await removeAgents(options, signal);
    await writeResult(removed);
    say(removed === '' ? 'There were no agents.' : 'The agents are gone.');
    return exitCodes.done;
  });
}

function act(options: AgentsOptions): Promise<ExitCode> {
  const { kubernetes: count } = options;
  if (count === undefined && !options.remove) {
    throw wrong(
      'agents: --kubernetes or --remove is missing',
      'Say how many agents the cluster is to run: --kubernetes 4.',
    );
  }
  if (options.remove || count === undefined || count === 0) return remove(options);
  return options.print ? print(options, count) : start(options, count);
}

/** `wirebench agents --kubernetes N --join HOST:PORT` */
export function addAgentsCommand(program: Command, finish: Finish): void {
  program
    .command('agents')
    .description('have a Kubernetes cluster run agents, by kubectl')
    .option('--kubernetes <count>', 'number of agents; 0 removes them', countOption)
    .option('--remove', 'remove the agents')
    .addOption(
      new Option(
        '--join <address>',
        'HOST:PORT of the controller, or the addresses of the NATS server that it shows, as the cluster reaches them',
      )
        .argParser(natsAddressesOption)
        .env('WIREBENCH_JOIN'),
    )
    .addOption(
      new Option('--token <token>', 'what the controller shows with its address').env(
        'WIREBENCH_TOKEN',
      ),
    )
    .option('--namespace <name>', 'instead of the one that kubectl is set to', nameOption)
    .option('--context <name>', 'the cluster, as kubectl calls it', nameOption)
    .option('--image <image>', 'an image that the cluster can pull', nameOption)
    .addOption(natsCredentialsOption())
    .option('--print', 'print the manifests, and change nothing')
    .action(async (options: AgentsOptions) => finish(await act(options)));
}
