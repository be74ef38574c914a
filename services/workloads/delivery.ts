import { DeliveryWorld } from '../../workloads/delivery/data.ts';
import { deliveryAnswers, instantForm } from '../../workloads/delivery/messages.ts';
import type { Message } from '../../workloads/description.ts';
import { project } from '../../workloads/messages/project.ts';
import type { WorkloadSetup } from '../../workloads/workload.ts';
import type { OpenedWorkload } from './handlers.ts';
import { InvalidInput, NotFound } from './refusals.ts';

/** A trip in the service's storage. */
interface KeptTrip {
  readonly trip: Message;
  readonly centreId: string;
  readonly startMs: number;
  readonly deliveryIds: string[];
}

interface Kept {
  readonly users: ReadonlyMap<string, Message>;
  readonly centres: ReadonlyMap<string, Message>;
  readonly deliveries: ReadonlyMap<string, Message>;
  /** By delivery. */
  readonly customers: ReadonlyMap<string, string>;
  readonly trips: ReadonlyMap<string, KeptTrip>;
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** All data of the service, with the fields it returns. */
function keep(setup: WorkloadSetup): Kept {
  const world = new DeliveryWorld(setup);
  const types = deliveryAnswers[setup.fields];
  const { users, centres, trips, deliveries } = world.data;
  const tours = range(world.tours);
  const eachDelivery = tours.flatMap((tour) => range(deliveries).map((n) => ({ tour, n })));
  const tripType = types.trips.fields[0]?.type;
  if (typeof tripType !== 'object' || tripType.kind !== 'message') {
    throw new TypeError('trips have no message type');
  }
  return {
    users: new Map(
      range(users).map((index) => [world.userId(index), project(types.user, world.user(index))]),
    ),
    centres: new Map(
      range(centres).map((index) => [
        world.centreId(index),
        project(types.centre, world.centre(index)),
      ]),
    ),
    deliveries: new Map(
      eachDelivery.map(({ tour, n }) => [
        world.deliveryId(tour, n),
        project(types.delivery, world.delivery(tour, n)),
      ]),
    ),
    customers: new Map(
      eachDelivery.map(({ tour, n }) => [
        world.deliveryId(tour, n),
        world.userId(world.customerOf(tour, n)),
      ]),
    ),
    trips: new Map(
      tours.flatMap((tour) =>
        range(trips).map((n): [string, KeptTrip] => {
          const trip = world.trip(tour, n);
          const kept = {
            trip: project(tripType, trip),
            centreId: String(trip.distributionCentreId),
            startMs: Date.parse(String(trip.start)),
            deliveryIds: world.deliveriesOf(n).map((own) => world.deliveryId(tour, own)),
          };
          return [world.tripId(tour, n), kept];
        }),
      ),
    ),
  };
}

function found<T>(map: ReadonlyMap<string, T>, id: unknown, what: string): T {
  const value = map.get(String(id));
  if (value === undefined) throw new NotFound(`There is no ${what} with the id ${id}`);
  return value;
}

const isInstant = new RegExp(instantForm);

/** @throws InvalidInput if a text is not an instant. */
function instant(request: Message, field: 'from' | 'until'): number {
  const text = String(request[field]);
  if (!isInstant.test(text)) {
    throw new InvalidInput(`${field} must be a date or a date with a time, such as 2020-06-15`);
  }
  return Date.parse(text);
}

/** The operations of the `delivery` workload on one seeded data set. */
export function deliveryHandlers(setup: WorkloadSetup) {
  const kept = keep(setup);
  const tripsIn = (request: Message) => {
    const from = instant(request, 'from');
    const until = instant(request, 'until');
    const { distributionCentreId } = request;
    found(kept.centres, distributionCentreId, 'distribution centre');
    return [...kept.trips.values()].filter(
      ({ centreId, startMs }) =>
        centreId === distributionCentreId && startMs >= from && startMs < until,
    );
  };
  const withUser = (id: string): Message => ({
    ...found(kept.deliveries, id, 'delivery'),
    user: found(kept.users, found(kept.customers, id, 'delivery'), 'user'),
  });
  return {
    user: ({ id }: Message) => found(kept.users, id, 'user'),
    centre: ({ id }: Message) => found(kept.centres, id, 'distribution centre'),
    delivery: ({ id }: Message) => found(kept.deliveries, id, 'delivery'),
    'delivery-ids': ({ id }: Message) => ({ ids: found(kept.trips, id, 'trip').deliveryIds }),
    trips: (request: Message) => ({ trips: tripsIn(request).map(({ trip }) => trip) }),
    overview: (request: Message) => ({
      trips: tripsIn(request).map(({ trip, deliveryIds }) => ({
        ...trip,
        deliveries: deliveryIds.map(withUser),
      })),
    }),
  } satisfies Record<string, (request: Message) => Message>;
}

export async function openDelivery(setup: WorkloadSetup): Promise<OpenedWorkload> {
  return { handlers: deliveryHandlers(setup), stop: async () => undefined };
}
