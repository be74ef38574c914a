import { protocolFacts, protocolsWhere } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import type { Message, Value } from '../description.ts';
import { answerDifference } from '../messages/difference.ts';
import { project } from '../messages/project.ts';
import type { PlannedRequest, UseCase, UseCaseStage, UseCases } from '../use-case.ts';
import type { WorkloadSetup } from '../workload.ts';
import { deliveryRequest, expectedAnswer } from './answers.ts';
import { DeliveryWorld } from './data.ts';
import { type DeliveryOperation, deliveryDescriptions } from './description.ts';

/** Creates the requests of one setup; each answer is known in advance. */
class Asking {
  readonly world: DeliveryWorld;
  readonly #setup: WorkloadSetup;
  readonly #made = new Map<string, PlannedRequest>();

  constructor(setup: WorkloadSetup) {
    this.world = new DeliveryWorld(setup);
    this.#setup = setup;
  }

  /** The request of an operation about the subject of all use cases. */
  usual(operation: DeliveryOperation): PlannedRequest {
    return this.#of(operation, deliveryRequest(this.world, operation));
  }

  byId(operation: DeliveryOperation, id: Value): PlannedRequest {
    return this.#of(operation, { id });
  }

  /** Always the same object for the same request, so that drivers can cache what they derive from it. */
  #of(name: DeliveryOperation, request: Message): PlannedRequest {
    const key = `${name} ${JSON.stringify(request)}`;
    const known = this.#made.get(key);
    if (known) return known;
    const operation = deliveryDescriptions[this.#setup.fields].operations[name];
    const all = expectedAnswer(this.world, name, request);
    const expected = project(operation.response, all);
    const made = { operation, request, judge: (it: Message) => answerDifference(expected, it) };
    this.#made.set(key, made);
    return made;
  }
}

const messages = (value: Value | undefined): Message[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
const texts = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The client-side join: trips, the ids of each, the deliveries, the user of each. */
function joinedByClient(asking: Asking): UseCaseStage[] {
  const once = asking.world.data.repeatedUsers === 'once';
  const follows = { independent: false };
  return [
    { independent: true, requests: () => [asking.usual('trips')] },
    {
      ...follows,
      requests: ([trips]) =>
        messages(trips?.[0]?.trips).map(({ tripId = '' }) => asking.byId('delivery-ids', tripId)),
    },
    {
      ...follows,
      requests: ([, lists]) =>
        (lists ?? []).flatMap(({ ids }) => texts(ids)).map((id) => asking.byId('delivery', id)),
    },
    {
      ...follows,
      requests: ([, , deliveries]) => {
        const ids = (deliveries ?? []).map(({ userId = '' }) => userId);
        return (once ? [...new Set(ids)] : ids).map((id) => asking.byId('user', id));
      },
    },
  ];
}

function stage(asking: Asking, ...operations: DeliveryOperation[]): UseCaseStage {
  return { independent: true, requests: () => operations.map((one) => asking.usual(one)) };
}

const unrelated = ['user', 'centre', 'delivery-ids'] as const;

interface Case {
  readonly doc: string;
  readonly notIn: readonly Protocol[];
  stages(asking: Asking, protocol: Protocol): UseCaseStage[];
}

const everywhere: readonly Protocol[] = [];
const queriesAlone = protocolsWhere(({ style }) => style !== 'queries');

const cases: Readonly<Record<string, Case>> = {
  'case-1-user': {
    doc: 'use case 1: one user',
    notIn: everywhere,
    stages: (asking) => [stage(asking, 'user')],
  },
  'case-1-delivery': {
    doc: 'use case 1: one delivery',
    notIn: everywhere,
    stages: (asking) => [stage(asking, 'delivery')],
  },
  'case-2a': {
    doc: 'use case 2.A: trips, deliveries and users in one request, joined by the service',
    notIn: everywhere,
    stages: (asking) => [stage(asking, 'overview')],
  },
  'case-2b': {
    doc: 'use case 2.B: trips, ids, deliveries and users in 30 requests, joined by the client (GraphQL: one nested selection)',
    notIn: everywhere,
    stages: (asking, protocol) =>
      protocolFacts[protocol].style === 'queries'
        ? [stage(asking, 'overview')]
        : joinedByClient(asking),
  },
  'case-3a': {
    doc: 'use case 3.A: user, centre and delivery ids, three requests at once',
    notIn: everywhere,
    stages: (asking) => [stage(asking, ...unrelated)],
  },
  'case-3b': {
    doc: 'use case 3.B: the same three requests, one after the other',
    notIn: everywhere,
    stages: (asking) => unrelated.map((operation) => stage(asking, operation)),
  },
  'case-3-one-document': {
    doc: 'use cases 3.A and 3.B as GraphQL can have them: three root fields in one document',
    notIn: queriesAlone,
    stages: (asking) => [stage(asking, 'unrelated')],
  },
};

/** The use cases of the `delivery` workload. */
export const deliveryUseCases: UseCases = {
  named: Object.entries(cases).map(([name, { doc }]) => ({ name, doc })),
  of: (name, protocol, setup): UseCase | null => {
    const found = cases[name];
    return found ? { name, stages: found.stages(new Asking(setup), protocol) } : null;
  },
  notIn: (name) => cases[name]?.notIn ?? everywhere,
};
