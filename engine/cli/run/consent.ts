import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Engine } from '../../api/engine.ts';
import type { MeasuredFile } from '../experiment-file.ts';
import { surroundings } from '../surroundings.ts';
import { printable } from '../text/table.ts';

/** Consents given in advance. */
export interface Consent {
  readonly allowHost: readonly string[];
  readonly allowCommands?: true;
}

/**
 * Asks to confirm all hosts and programs that single requests of an experiment need.
 * @throws WirebenchError HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED
 */
export async function confirmAll(
  engine: Engine,
  file: MeasuredFile,
  { allowHost, allowCommands }: Consent,
  signal: AbortSignal,
): Promise<void> {
  const { plan } = await engine.client.experiments.check(file);
  // A protocol that is only tried is not part of the plan, so its host has to be added.
  const hosts = new Set([...(plan?.unconfirmedHosts ?? []), ...allowHost]);
  await confirmHosts(engine, [...hosts], allowHost, signal);
  if (!signal.aborted) await confirmCommands(engine, file, allowCommands ?? false, signal);
}

/** Whether a person can be asked. */
function canAsk(): boolean {
  const { stdin, stderr } = surroundings();
  return Boolean(stdin.isTTY && stderr.isTTY);
}

/** @returns true for yes only; false at the end of input and for an interrupt. */
async function agrees(question: string, signal: AbortSignal): Promise<boolean> {
  // Without line editing Ctrl-C stays a signal, which the command hears wherever it is.
  const { stdin, stderr } = surroundings();
  const lines = createInterface({ input: stdin, terminal: false });
  stderr.write(question);
  try {
    const answer = await Promise.race([
      once(lines, 'line', { signal }).then(([line]) => String(line)),
      once(lines, 'close', { signal }).then(() => ''),
    ]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}

/**
 * Asks to confirm each program that an experiment starts, by `--allow-commands` or by the person at the terminal.
 * The engine remembers confirmed commands.
 * @throws WirebenchError COMMAND_NOT_CONFIRMED when one remains unconfirmed.
 */
export async function confirmCommands(
  engine: Engine,
  file: MeasuredFile,
  allowed: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { plan } = await engine.client.experiments.check(file);
  for (const { key, command, folder, env } of plan?.unconfirmedCommands ?? []) {
    const lines = [command, `in ${folder}`, ...(env.length > 0 ? [`with ${env.join(' ')}`] : [])];
    const shown = lines.map((line) => `  ${printable(line)}\n`).join('');
    const question = `This experiment starts a program on this computer:\n${shown}Start it [y/N]: `;
    const confirmed = allowed || (canAsk() && (await agrees(question, signal)));
    if (signal.aborted) return;
    if (!confirmed) {
      throw new WirebenchError(
        'COMMAND_NOT_CONFIRMED',
        `The experiment starts a program that has not been confirmed:\n${shown.trimEnd()}`,
        { hint: 'If you know this program, let the experiment start it with: --allow-commands' },
      );
    }
    await engine.client.commands.confirm({ key });
  }
}

/**
 * Asks to confirm each remote host, by `--allow-host` or by the person at the terminal, before any
 * load goes there. The engine remembers confirmed hosts.
 * @param allowed hosts named by `--allow-host`.
 * @throws WirebenchError HOST_NOT_CONFIRMED when one remains unconfirmed.
 */
export async function confirmHosts(
  engine: Engine,
  hosts: readonly string[],
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const named = new Set(allowed.map((host) => host.toLowerCase()));
  for (const host of hosts) {
    const question = `Requests go to another machine. Are you allowed to load ${printable(host)} [y/N]: `;
    const confirmed =
      named.has(host.toLowerCase()) || (canAsk() && (await agrees(question, signal)));
    if (signal.aborted) return;
    if (!confirmed) {
      throw new WirebenchError(
        'HOST_NOT_CONFIRMED',
        `${host} has not been confirmed as a target.`,
        {
          hint: `If you are allowed to load this host, confirm it with: --allow-host ${host}`,
        },
      );
    }
    await engine.client.hosts.confirm({ host });
  }
}
