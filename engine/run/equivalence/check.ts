import type { AnswerDifference, EquivalenceMessage } from '../../../contracts/equivalence.ts';
import { toErrorReport, WirebenchError } from '../../../contracts/errors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Stack } from '../../../contracts/stacks.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { agreedParts } from '../../../workloads/own-service/agree.ts';
import type { OwnServiceAnswer } from '../../../workloads/own-service/judge.ts';
import { requestSetupOf } from '../assignments.ts';
import type { StacksOfRun } from '../stack-service.ts';
import { reachTarget, type ServicePlace } from '../trial-target.ts';
import { type AskedShape, askedCell, askedShapes } from './asked-cells.ts';
import type { Asker } from './asker.ts';
import { differencesOf } from './differences.ts';

/** Where and in which stacks services are started. */
type AskedPlace = ServicePlace & { readonly stacks: StacksOfRun };

/** Answers by protocol and shape. */
type Answers = ReadonlyMap<Protocol, ReadonlyMap<string, unknown>>;

/**
 * Requests every shape once over every protocol and compares the answers.
 * @returns sentences about what could not be compared; the trials report the details.
 * @throws WirebenchError ANSWERS_DIFFER
 */
export async function checkEquivalence(
  experiment: Experiment,
  place: AskedPlace,
  asker: Pick<Asker, 'ask'>,
  signal: AbortSignal,
): Promise<string[]> {
  const asked = askedShapes(experiment);
  const protocols = [...new Set(asked.flatMap((one) => one.protocols))];
  const answers = new Map<Protocol, Map<string, unknown>>();
  const silent: string[] = [];
  for (const protocol of protocols) {
    if (signal.aborted) break;
    const shapes = asked.filter((one) => one.protocols.includes(protocol));
    const found = await answersOf(experiment, protocol, shapes, place, asker);
    answers.set(protocol, found.answers);
    silent.push(...found.silent);
  }
  if (!signal.aborted) refuseDifferences(asked, answers);
  return silent;
}

interface Found {
  readonly answers: Map<string, unknown>;
  readonly silent: readonly string[];
}

async function answersOf(
  experiment: Experiment,
  protocol: Protocol,
  shapes: readonly AskedShape[],
  place: AskedPlace,
  asker: Pick<Asker, 'ask'>,
): Promise<Found> {
  const answers = new Map<string, unknown>();
  const silent: string[] = [];
  const nothing = (reason: string) =>
    silent.push(
      `The answers of ${protocolFacts[protocol].label} could not be compared with the others: ${reason}`,
    );
  const [first] = shapes;
  if (!first) return { answers, silent };
  try {
    const stack = await usableStack(experiment, protocol, place.stacks);
    // Its trials say that they are skipped.
    if (stack === null) return { answers, silent };
    const cell = askedCell(experiment, protocol, first.shape, stack);
    const target = await reachTarget(experiment, { cell }, place);
    try {
      for (const { shape } of shapes) {
        const reply = await asker.ask({
          ...requestSetupOf(experiment, cell),
          cell: { ...cell, shape },
          address: target.address,
          timeoutMs: experiment.timeout,
          sequence: 0,
          useCase: false,
          wanted: 'answer',
        });
        if (reply.type === 'answered')
          answers.set(shape, comparable(experiment, cell.protocol, shape, reply.answer));
        else nothing(`${shape}: ${reasonOf(reply)}`);
        // Every other shape would take as long.
        if (reply.type === 'refused' && reply.failure.kind === 'timeout') break;
      }
    } finally {
      await target.stop();
    }
  } catch (error) {
    nothing(toErrorReport(error).message);
  }
  return { answers, silent };
}

/** The first stack of the experiment that supports the protocol here; undefined where it names none, null where none does. */
async function usableStack(
  experiment: Experiment,
  protocol: Protocol,
  stacks: StacksOfRun,
): Promise<Stack | undefined | null> {
  const { stack: listed } = experiment.factors;
  // The compared services are started on this machine.
  const { serviceOn: _, ...here } = experiment;
  if (listed === undefined) return undefined;
  for (const stack of listed) {
    if ((await stacks.whySkipped(here, { stack, protocol })) === null) return stack;
  }
  return null;
}

/** The parts of an own service's answer that the user has named. */
function comparable(
  { custom }: Experiment,
  protocol: Protocol,
  shape: string,
  answer: unknown,
): unknown {
  const request = custom?.requests.find(({ name }) => name === shape);
  return custom && request
    ? agreedParts(request, custom, protocol, answer as OwnServiceAnswer)
    : answer;
}

function reasonOf(reply: Exclude<EquivalenceMessage, { type: 'answered' }>): string {
  if (reply.type === 'failed') return reply.error.message;
  const { kind, code, message } = reply.failure;
  return `${message} (${kind}, ${code})`;
}

function refuseDifferences(asked: readonly AskedShape[], answers: Answers): void {
  const sentences = asked.flatMap(({ shape, protocols }) => {
    const [first, ...others] = protocols.filter((protocol) => answers.get(protocol)?.has(shape));
    if (first === undefined) return [];
    return others.flatMap((other) => {
      const differences = differencesOf(
        answers.get(first)?.get(shape),
        answers.get(other)?.get(shape),
      );
      return differences.length === 0 ? [] : [mismatchWords(shape, first, other, differences)];
    });
  });
  if (sentences.length === 0) return;
  throw new WirebenchError('ANSWERS_DIFFER', sentences.join(' '), {
    hint: 'Make the services give the same answers, or set equivalence: skip to measure them anyway.',
  });
}

function mismatchWords(
  shape: string,
  first: Protocol,
  second: Protocol,
  differences: readonly AnswerDifference[],
): string {
  const [one, two] = [protocolFacts[first].label, protocolFacts[second].label];
  const places = differences.map(
    (difference) =>
      `at ${difference.path || 'the whole'} ${one} has ${difference.first} and ${two} ${difference.second}`,
  );
  return `${one} and ${two} answer ${shape} differently: ${places.join('; ')}.`;
}
