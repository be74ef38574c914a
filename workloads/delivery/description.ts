import type { FieldsLevel } from '../../contracts/experiment/environment-factors.ts';
import { protocolsWhere } from '../../contracts/protocols.ts';
import type { MessageType, OperationDescription, WorkloadDescription } from '../description.ts';
import { byId, deliveryAnswers, instantForm, tripWindow, unrelatedIds } from './messages.ts';

const read = { stream: 'none', changes: false, refusals: ['not-found'] } as const;

type Found = Pick<OperationDescription, 'name' | 'method' | 'field' | 'doc'> & {
  readonly path: string;
};

function foundById({ path, ...rest }: Found, response: MessageType): OperationDescription {
  return { ...read, ...rest, request: byId, response, http: { method: 'GET', path, query: [] } };
}

const inWindow = {
  ...read,
  request: tripWindow,
  accepts: { from: { pattern: instantForm }, until: { pattern: instantForm } },
} as const;
const windowQuery = ['distributionCentreId', 'from', 'until'];

/** Three root fields in one document, which only GraphQL can request together. */
function unrelated(answers: (typeof deliveryAnswers)[FieldsLevel]): OperationDescription {
  const response: MessageType = {
    kind: 'message',
    name: 'Unrelated',
    fields: [
      { name: 'user', number: 1, type: answers.user },
      { name: 'distributionCentre', number: 2, type: answers.centre },
      { name: 'deliveryIds', number: 3, type: answers.deliveryIds },
    ],
  };
  return {
    ...read,
    name: 'unrelated',
    method: 'GetUnrelated',
    field: 'unrelated',
    doc: 'A user, a distribution centre and the deliveries of a trip, as three root fields of one document.',
    request: unrelatedIds,
    response,
    http: {
      method: 'GET',
      path: '/unrelated',
      query: ['userId', 'distributionCentreId', 'tripId'],
    },
    notIn: protocolsWhere(({ style }) => style !== 'queries'),
    roots: [
      { field: 'user', as: 'user', given: { id: 'userId' } },
      {
        field: 'distributionCentre',
        as: 'distributionCentre',
        given: { id: 'distributionCentreId' },
      },
      { field: 'deliveryIds', as: 'deliveryIds', given: { id: 'tripId' } },
    ],
  };
}

function describeDelivery(fields: FieldsLevel) {
  const answers = deliveryAnswers[fields];
  return {
    name: 'delivery',
    doc: 'Groceries brought to customers: users, deliveries, the trips that bring them, and the centres that trips start from.',
    package: 'wirebench.delivery.v1',
    service: 'DeliveryService',
    operations: {
      delivery: foundById(
        {
          name: 'delivery',
          method: 'GetDeliveryById',
          field: 'delivery',
          doc: 'Answers with the delivery of this id.',
          path: '/deliveries/{id}',
        },
        answers.delivery,
      ),
      'delivery-ids': foundById(
        {
          name: 'delivery-ids',
          method: 'GetDeliveryIdsByTripId',
          field: 'deliveryIds',
          doc: 'Answers with the ids of the deliveries that a trip brings.',
          path: '/trips/{id}/delivery-ids',
        },
        answers.deliveryIds,
      ),
      centre: foundById(
        {
          name: 'centre',
          method: 'GetDistributionCentreById',
          field: 'distributionCentre',
          doc: 'Answers with the distribution centre of this id.',
          path: '/distribution-centres/{id}',
        },
        answers.centre,
      ),
      user: foundById(
        {
          name: 'user',
          method: 'GetUserById',
          field: 'user',
          doc: 'Answers with the user of this id.',
          path: '/users/{id}',
        },
        answers.user,
      ),
      trips: {
        ...inWindow,
        name: 'trips',
        method: 'GetTrips',
        field: 'trips',
        doc: 'Answers with the trips of a centre that start from one instant until before another.',
        response: answers.trips,
        http: { method: 'GET', path: '/trips', query: windowQuery },
      },
      overview: {
        ...inWindow,
        name: 'overview',
        method: 'GetTripOverviews',
        field: 'tripOverviews',
        doc: 'The same trips with their deliveries, and these with their users, joined by the service.',
        response: answers.overviews,
        http: { method: 'GET', path: '/trip-overviews', query: windowQuery },
      },
      unrelated: unrelated(answers),
    },
  } as const satisfies WorkloadDescription;
}

/** The interface of the workload with all fields, and with the reduced ones. */
export const deliveryDescriptions = {
  full: describeDelivery('full'),
  reduced: describeDelivery('reduced'),
} as const;
export type DeliveryOperation = keyof (typeof deliveryDescriptions)['full']['operations'];
