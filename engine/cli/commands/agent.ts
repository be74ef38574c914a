import { availableParallelism, hostname } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { AgentFacts } from '../../../contracts/machines.ts';
import { environment } from '../../platform/environment.ts';
import { usualWorkers } from '../../run/assignments.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { aborted, interruptible } from '../interrupts.ts';
import { placeOption } from '../options.ts';
import { say } from '../streams.ts';

interface AgentOptions {
  readonly join: { readonly host: string; readonly port: number };
  readonly token: string;
  readonly name?: string;
  readonly threads?: number;
}

function threadsOption(text: string): number {
  const threads = Number(text);
  if (/^\d{1,4}$/.test(text) && threads >= 1 && threads <= 1024) return threads;
  throw new InvalidArgumentError('expected a number of threads from 1 to 1024');
}

function factsOf({ name, threads }: AgentOptions): AgentFacts {
  const { wirebench, node, os, cpu, memoryBytes } = environment();
  const cores = availableParallelism();
  return {
    name: name ?? hostname(),
    wirebench,
    node,
    os,
    cpu,
    cores,
    memoryBytes,
    threads: threads ?? usualWorkers(cores),
  };
}

async function serveController(options: AgentOptions): Promise<ExitCode> {
  return interruptible('Leaving; load that runs is ended.', async (signal) => {
    // Loaded on demand: no other command speaks NATS.
    const { Agent } = await import('../../machines/agent.ts');
    const { host, port } = options.join;
    const facts = factsOf(options);
    const agent = await Agent.join({ host, port, token: options.token, facts, say });
    say(
      `${facts.name} has joined ${host}:${port} and waits for load (${facts.threads} load workers). Press Ctrl-C to leave.`,
    );
    await aborted(signal);
    await agent.close();
    return exitCodes.done;
  });
}

/** `wirebench agent --join HOST:PORT --token TOKEN` */
export function addAgentCommand(program: Command, finish: Finish): void {
  program
    .command('agent')
    .description('generate load for a Wirebench on another machine')
    .requiredOption('--join <address>', 'HOST:PORT of the controller', placeOption)
    .requiredOption('--token <token>', 'what the controller shows with its address')
    .option('--name <name>', 'how this machine is called in results; the host’s name if left out')
    .option('--threads <count>', 'load workers; one per core minus one if left out', threadsOption)
    .action(async (options: AgentOptions) => finish(await serveController(options)));
}
