import { answerDifference } from '../messages/difference.ts';
import { project } from '../messages/project.ts';
import type { WorkloadContract } from '../workload.ts';
import { deliveryRequest, expectedAnswer } from './answers.ts';
import { DeliveryWorld, deliveryDataSchema } from './data.ts';
import { type DeliveryOperation, deliveryDescriptions } from './description.ts';
import { deliveryUseCases } from './use-cases.ts';

const docs: Readonly<Record<DeliveryOperation, string>> = {
  user: 'one user by id: 24 fields, or 4 where fields are reduced',
  delivery: 'one delivery by id',
  'delivery-ids': 'ids of the deliveries of a trip',
  centre: 'one distribution centre by id',
  trips: 'trips of a centre in a window of time',
  overview: 'the same trips with deliveries and users, joined by the service',
  unrelated: 'user, centre and delivery ids in one GraphQL document',
};
const names = Object.keys(docs) as DeliveryOperation[];
const nameOf = (shape: string) => names.find((name) => name === shape);

/** Customers of a grocer, the deliveries to them, and the trips that bring these. */
export const deliveryWorkload: WorkloadContract = {
  description: deliveryDescriptions.full,
  reduced: deliveryDescriptions.reduced,
  // As the interfaces were in the comparison on which this workload is based.
  defaultFields: { graphql: 'reduced', grpc: 'reduced' },
  data: deliveryDataSchema,
  dated: true,
  shapes: names.map((name) => ({ name, doc: docs[name] })),
  shapeHelp: `expected ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
  shapeDoc: (shape) => {
    const name = nameOf(shape);
    return name ? docs[name] : null;
  },
  operationOf: (shape) => {
    const name = nameOf(shape);
    return name ? deliveryDescriptions.full.operations[name] : null;
  },
  requestsOf: (shape, setup) => {
    const name = nameOf(shape);
    if (!name) throw new TypeError(`no such shape: ${shape}`);
    const operation = deliveryDescriptions[setup.fields].operations[name];
    const world = new DeliveryWorld(setup);
    const request = deliveryRequest(world, name);
    const expected = project(operation.response, expectedAnswer(world, name, request));
    return {
      operation,
      varies: false,
      request: () => request,
      sameLength: true,
      judge: (_request, answer) => answerDifference(expected, answer),
    };
  },
  useCases: deliveryUseCases,
};
