import { messageOf } from '../../../contracts/errors.ts';
import { defaultStack, type Stack, stackFacts } from '../../../contracts/stacks.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { whyNotUsable } from '../../../engine/stacks/stacks.ts';
import { interleaved, type Section } from '../sections/section.ts';
import { agrees, describeStacks } from './describe.ts';
import { type MeasuredStack, measureStack } from './measure.ts';

/** Protocols that other generators support, too. */
const protocols: readonly Protocol[] = ['rest', 'soap', 'grpc'];

const offeredBy = (stack: Stack) =>
  protocols.filter((protocol) => stackFacts[stack].offers?.product?.includes(protocol) ?? true);

const whyAbsent = async (stack: Stack) => (stack === defaultStack ? null : whyNotUsable(stack));

/** The services of stacks side by side, each on one core. */
export const stacksSection = (chosen: readonly Stack[]): Section => ({
  id: 'stacks',
  title: 'Stacks: the product service in every language, one core, 50 connections',
  run: async (bench) => {
    const rows: MeasuredStack[] = [];
    const absent: string[] = [];
    for (const stack of chosen) {
      const reason = await whyAbsent(stack);
      if (reason !== null) {
        bench.say(`  ${reason}`);
        absent.push(`${stackFacts[stack].label} is not in the table: ${reason}`);
        continue;
      }
      for (const protocol of offeredBy(stack)) {
        bench.say(`  ${stack} ${protocol}`);
        try {
          rows.push(await measureStack(bench, stack, protocol));
        } catch (error) {
          process.exitCode = 1;
          bench.say(`  not measured: ${messageOf(error)}`);
          absent.push(`${stack} ${protocol} was not measured: ${messageOf(error)}`);
        }
      }
    }
    const isCounted = rows.every(({ loads }) => loads.every(agrees));
    if (!isCounted) process.exitCode = 1;
    return {
      method: interleaved(bench, bench.rounds),
      text: describeStacks(rows, absent),
      bars: [],
      data: rows,
    };
  },
});
