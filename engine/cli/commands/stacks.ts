import { type Command, InvalidArgumentError } from 'commander';
import {
  builtWords,
  type ForeignStack,
  foreignStacks,
  type StackState,
  stackFacts,
  toolchainWords,
} from '../../../contracts/stacks.ts';
import { buildStack, stackState } from '../../stacks/stacks.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { say, writeResult } from '../streams.ts';
import { drawTable } from '../text/table.ts';

function drawStates(states: readonly StackState[]): string {
  const table = drawTable<StackState>(
    [
      { title: 'stack', cell: ({ stack }) => stack },
      { title: 'made of', cell: ({ stack }) => stackFacts[stack].madeOf },
      { title: 'toolchain', cell: toolchainWords },
      { title: 'services', cell: ({ built }) => builtWords[built] },
    ],
    states,
  );
  const reasons = states.flatMap(({ reason }) => reason ?? []);
  return reasons.length === 0 ? table : `${table}\n${reasons.join('\n')}\n`;
}

function stackArgument(name: string, before: readonly ForeignStack[] = []): ForeignStack[] {
  const found = foreignStacks.find((one) => one === name);
  if (!found) throw new InvalidArgumentError(`expected one or more of ${foreignStacks.join(', ')}`);
  return [...new Set([...before, found])];
}

async function list({ json }: { readonly json?: true }): Promise<ExitCode> {
  const states = await Promise.all(foreignStacks.map(stackState));
  await writeResult(json ? `${JSON.stringify(states, null, 2)}\n` : drawStates(states));
  return exitCodes.done;
}

/** By default, all whose toolchain is installed. */
async function build(named: readonly ForeignStack[]): Promise<ExitCode> {
  return interruptible('Stopping the build.', async (signal) => {
    const states = await Promise.all(foreignStacks.map(stackState));
    const wanted =
      named.length > 0
        ? named
        : foreignStacks.filter((_, place) => states[place]?.toolchain !== null);
    for (const stack of wanted) {
      const { label } = stackFacts[stack];
      say(`Building the ${label} services`);
      const startedAt = performance.now();
      await buildStack(stack, (line) => say(`  ${line}`), signal);
      say(`Built the ${label} services in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    return list({});
  });
}

/** `wirebench stacks` */
export function addStacksCommand(program: Command, finish: Finish): void {
  const stacks = program
    .command('stacks')
    .description('list the bundled services in other languages, and whether they can be used here')
    .option('--json', 'print what is here as one JSON document')
    .action(async (options: { json?: true }) => finish(await list(options)));
  stacks
    .command('build')
    .description('build services with their language’s own tool')
    .argument(
      '[stack...]',
      `${foreignStacks.join(', ')}; all whose toolchain is here if none is named`,
      stackArgument,
    )
    .action(async (named: readonly ForeignStack[] = []) => finish(await build(named)));
}
