import type { Message } from '../description.ts';
import type { DeliveryWorld } from './data.ts';
import type { DeliveryOperation } from './description.ts';

/** The tour in `DeliveryWorld`: the day and centre that all requests are about. */
const askedTour = 0;
/** The trip used for delivery ids, and the delivery, user and centre used by single requests. */
const askedTrip = 0;
const askedDelivery = 0;
const askedCentre = 0;

/** The request of an operation for one item, or for a time window. */
export function deliveryRequest(world: DeliveryWorld, operation: DeliveryOperation): Message {
  const userId = world.userId(world.customerOf(askedTour, askedDelivery));
  switch (operation) {
    case 'user':
      return { id: userId };
    case 'delivery':
      return { id: world.deliveryId(askedTour, askedDelivery) };
    case 'delivery-ids':
      return { id: world.tripId(askedTour, askedTrip) };
    case 'centre':
      return { id: world.centreId(askedCentre) };
    case 'trips':
    case 'overview':
      return world.window(askedTour);
    case 'unrelated':
      return {
        userId,
        distributionCentreId: world.centreId(askedCentre),
        tripId: world.tripId(askedTour, askedTrip),
      };
  }
}

/** Index in an id such as `D000012`. */
function indexIn(id: unknown): number {
  return Number(String(id).slice(1));
}

/**
 * The answer that a service must give to a request about {@link askedTour}, with all fields. Computed from
 * the numbers in the ids, not looked up as the services do, so that verification is an independent check.
 */
export function expectedAnswer(
  world: DeliveryWorld,
  operation: DeliveryOperation,
  request: Message,
): Message {
  const { trips, deliveries } = world.data;
  const index = indexIn(request.id);
  switch (operation) {
    case 'user':
      return world.user(index);
    case 'centre':
      return world.centre(index);
    case 'delivery':
      return world.delivery(Math.floor(index / deliveries), index % deliveries);
    case 'delivery-ids':
      return { ids: idsOfTrip(world, Math.floor(index / trips), index % trips) };
    case 'trips':
      return { trips: eachTrip(world, (n) => world.trip(askedTour, n)) };
    case 'overview':
      return { trips: eachTrip(world, (n) => expectedOverview(world, n)) };
    case 'unrelated':
      return {
        user: world.user(indexIn(request.userId)),
        distributionCentre: world.centre(indexIn(request.distributionCentreId)),
        deliveryIds: { ids: idsOfTrip(world, askedTour, askedTrip) },
      };
  }
}

function idsOfTrip(world: DeliveryWorld, tour: number, n: number): string[] {
  return world.deliveriesOf(n).map((own) => world.deliveryId(tour, own));
}

function eachTrip(world: DeliveryWorld, make: (n: number) => Message): Message[] {
  return Array.from({ length: world.data.trips }, (_, n) => make(n));
}

function expectedOverview(world: DeliveryWorld, n: number): Message {
  const deliveries = world.deliveriesOf(n).map((own) => ({
    ...world.delivery(askedTour, own),
    user: world.user(world.customerOf(askedTour, own)),
  }));
  return { ...world.trip(askedTour, n), deliveries };
}
