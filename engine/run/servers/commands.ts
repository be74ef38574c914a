import { createHash } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';
import type { CommandToConfirm } from '../../../contracts/engine-api.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type { StartSettings } from '../../../contracts/experiment/target.ts';
import { shellWords } from '../../own-service/curl.ts';

/** The program and its arguments as in the file. @throws WirebenchError SERVICE_INVALID */
export function commandWords({ command }: StartSettings): string[] {
  const words = typeof command === 'string' ? shellWords(command) : command;
  if (words[0]) return words;
  throw new WirebenchError('SERVICE_INVALID', 'expected the name of a program in target.start');
}

/** Working directory. @param folder of the experiment. */
export function commandFolder({ folder }: StartSettings, experimentFolder: string): string {
  return isAbsolute(folder) ? resolve(folder) : join(experimentFolder, folder);
}

/** As typed in a shell. */
function written(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/**
 * The commands that an experiment starts. `key` identifies everything that determines what is started, so that nothing else
 * is started with the user's consent; the values of secrets are not part of it.
 * @throws WirebenchError SERVICE_INVALID
 */
export function startedCommands(
  { servers, factors }: Experiment,
  experimentFolder: string,
): CommandToConfirm[] {
  const used = Object.entries(servers).filter(([name]) => factors.server?.includes(name) ?? true);
  const commands = used.flatMap(([, { start }]) => {
    if (!start) return [];
    const words = commandWords(start);
    const folder = commandFolder(start, experimentFolder);
    const env = Object.entries(start.env).map(([name, value]) => `${name}=${value}`);
    const key = createHash('sha256')
      .update(JSON.stringify([words, folder, env]))
      .digest('hex');
    return [{ key, command: written(words), folder, env }];
  });
  return [...new Map(commands.map((one) => [one.key, one])).values()];
}

/** Commands without consent. */
export function unconfirmedCommands(
  experiment: Experiment,
  experimentFolder: string,
  isConfirmed: (key: string) => boolean,
): CommandToConfirm[] {
  return startedCommands(experiment, experimentFolder).filter(({ key }) => !isConfirmed(key));
}

/** An experiment may come from anyone, so only commands that the user has seen are started. @throws WirebenchError COMMAND_NOT_CONFIRMED */
export function refuseUnconfirmedCommands(
  experiment: Experiment,
  experimentFolder: string,
  isConfirmed: (key: string) => boolean,
): void {
  const [first] = unconfirmedCommands(experiment, experimentFolder, isConfirmed);
  if (!first) return;
  throw new WirebenchError(
    'COMMAND_NOT_CONFIRMED',
    `The experiment starts a program that has not been confirmed: ${first.command} in ${first.folder}`,
    { hint: 'Look at the command, and confirm that it may be started on this computer.' },
  );
}
