import { type Command, Option } from 'commander';
import { type Attempt, isGood } from '../../../contracts/attempt.ts';
import { ownServiceProtocols } from '../../../contracts/experiment/by-protocol.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { type MeasuredFile, readToRun } from '../experiment-file.ts';
import { interruptible } from '../interrupts.ts';
import { allowCommandsOption, allowHostOption, collect } from '../options.ts';
import { type Consent, confirmAll } from '../run/consent.ts';
import { writeResult } from '../streams.ts';
import { drawAttempt } from '../text/attempt-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface TryOptions extends CommandEngineOptions, Consent {
  readonly request?: string;
  readonly protocol?: Protocol;
  readonly set: readonly string[];
  readonly json?: true;
}

/** Output of `try --json`. */
interface TryDocument {
  readonly format: 'wirebench-try/1';
  readonly attempts: readonly Attempt[];
}

async function attemptAll(file: MeasuredFile, options: TryOptions): Promise<ExitCode> {
  const { request, protocol, json } = options;
  return interruptible('Stopping.', (signal) =>
    withEngine(options, async (engine) => {
      const { client } = engine;
      await confirmAll(engine, file, options, signal);
      if (signal.aborted) return exitCodes.interrupted;
      const input = {
        ...file,
        ...(request === undefined ? {} : { request }),
        ...(protocol === undefined ? {} : { protocol }),
      };
      const attempts: Attempt[] = [];
      for await (const attempt of await client.ownService.try(input, { signal })) {
        attempts.push(attempt);
        if (!json) await writeResult(drawAttempt(attempt));
      }
      const document: TryDocument = { format: 'wirebench-try/1', attempts };
      if (json) await writeResult(`${JSON.stringify(document, null, 2)}\n`);
      return attempts.every(isGood) ? exitCodes.done : exitCodes.failed;
    }),
  );
}

async function tryFile(file: string, options: TryOptions): Promise<ExitCode> {
  const read = await readToRun(file, options.set);
  return read ? attemptAll(read, options) : exitCodes.wrongInput;
}

/** `wirebench try FILE` */
export function addTryCommand(program: Command, finish: Finish): void {
  program
    .command('try')
    .description('send each request to your own service once, and show what comes back')
    .argument('<file>', 'experiment file (*.bench.yaml) with a service; "-" is stdin')
    .option('--request <name>', 'only this request, mix or flow')
    .addOption(
      new Option('--protocol <name>', 'only over this protocol').choices([...ownServiceProtocols]),
    )
    .option(
      '--set <path=value>',
      'override a value, as in service.rest.address=http://127.0.0.1:8080; repeatable',
      collect,
      [],
    )
    .option('--json', 'print one JSON document')
    .addOption(allowHostOption())
    .addOption(allowCommandsOption())
    .action(async (file: string, options: TryOptions) => finish(await tryFile(file, options)));
}
