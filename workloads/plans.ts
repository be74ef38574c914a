import { type Protocol, protocols } from '../contracts/words.ts';
import { isOffered } from './description.ts';
import type { UseCase, UseCaseStage } from './use-case.ts';
import type { NamedShape, WorkloadContract, WorkloadSetup } from './workload.ts';

/**
 * Work for load of model `plan`: a use case of the workload by its name, or stages of the workload's shapes:
 * `user+centre/trips` is user and centre in one stage, then trips.
 */
interface WrittenStages {
  readonly stages: readonly (readonly string[])[];
}

const maxRequests = 100;

/** Shapes by stage; null if the workload lacks one of them. */
function writtenStages(workload: WorkloadContract, text: string): WrittenStages | null {
  const stages = text.split('/').map((stage) => stage.split('+'));
  const shapes = stages.flat();
  const known = shapes.every((shape) => workload.operationOf(shape)?.stream === 'none');
  return known && shapes.length <= maxRequests ? { stages } : null;
}

/** Description of valid plans, for error messages. */
export function planHelp(workload: WorkloadContract): string {
  const named = workload.useCases?.named.map(({ name }) => name) ?? [];
  const shapes = workload.shapes.map(({ name }) => name);
  const example = `${shapes[0] ?? ''}+${shapes[1] ?? shapes[0] ?? ''}/${shapes[0] ?? ''}`;
  const cases = named.length > 0 ? `a use case (${named.join(', ')}) or ` : '';
  return `expected ${cases}stages of shapes that are not streamed, such as ${example}: + is in the same stage, / begins the next; at most ${maxRequests} requests`;
}

/** Words for a plan; null when there is no such plan. */
export function planDoc(workload: WorkloadContract, text: string): string | null {
  const named = workload.useCases?.named.find(({ name }) => name === text);
  if (named) return named.doc;
  const written = writtenStages(workload, text);
  if (!written) return null;
  return written.stages.map((stage) => stage.join(' and ')).join(', then ');
}

/** Whether a shape can be used under load of model `plan`, or of any other. */
export function isShape(workload: WorkloadContract, shape: string, isPlan: boolean): boolean {
  return isPlan ? planDoc(workload, shape) !== null : workload.operationOf(shape) !== null;
}

/** The shapes to choose from: use cases under load `plan`, if the workload has some. */
export function listedShapes(workload: WorkloadContract, isPlan: boolean): readonly NamedShape[] {
  return (isPlan ? workload.useCases?.named : null) ?? workload.shapes;
}

/** Protocols that cannot execute a plan. */
export function planNotIn(workload: WorkloadContract, text: string): readonly Protocol[] {
  const { useCases } = workload;
  if (useCases?.named.some(({ name }) => name === text)) return useCases.notIn(text);
  const operations = (writtenStages(workload, text)?.stages.flat() ?? []).flatMap((shape) => {
    const operation = workload.operationOf(shape);
    return operation ? [operation] : [];
  });
  return protocols.filter((protocol) => operations.some((one) => !isOffered(one, protocol)));
}

/** @throws TypeError for an unknown plan. */
export function planOf(
  workload: WorkloadContract,
  text: string,
  protocol: Protocol,
  setup: WorkloadSetup,
): UseCase {
  const named = workload.useCases?.of(text, protocol, setup);
  if (named) return named;
  const written = writtenStages(workload, text);
  if (!written) throw new TypeError(`no such plan: ${text}`);
  const stages = written.stages.map((shapes) => stageOf(workload, shapes, protocol, setup));
  return { name: text, stages };
}

function stageOf(
  workload: WorkloadContract,
  shapes: readonly string[],
  protocol: Protocol,
  setup: WorkloadSetup,
): UseCaseStage {
  const sources = shapes.map((shape) => workload.requestsOf(shape, setup, protocol));
  return {
    independent: true,
    requests: (_answers, iteration) =>
      sources.map(({ operation, request, judge }, index) => {
        const asked = request(iteration * sources.length + index);
        return { operation, request: asked, judge: (answer) => judge(asked, answer) };
      }),
  };
}
