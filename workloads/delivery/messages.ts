import type { EnumType, Field, FieldType, MessageType } from '../description.ts';

/**
 * Messages of the `delivery` workload. A reduced message has only the fields that a client of the use cases
 * needs, under the same numbers as in the full one, so that either can be decoded as the other.
 */

type Extra = Pick<Field, 'repeated' | 'optional'>;
/** A field without its number. */
type Named = readonly [name: string, type: FieldType, extra?: Extra];

const list: Extra = { repeated: true };
const maybe: Extra = { optional: true };

/** A message whose fields are numbered from 1 in the given order. */
function message(name: string, fields: readonly Named[]): MessageType {
  return {
    kind: 'message',
    name,
    fields: fields.map(([field, type, extra], index) => ({
      name: field,
      number: index + 1,
      type,
      ...extra,
    })),
  };
}

/** The message with only the named fields, in their order and with their numbers. */
function reduce(full: MessageType, names: readonly string[]): MessageType {
  return { ...full, fields: full.fields.filter(({ name }) => names.includes(name)) };
}

function oneOf(name: string, ...values: string[]): EnumType {
  return { kind: 'enum', name, values };
}

const address = message('Address', [
  ['street', 'string'],
  ['houseNumber', 'int32'],
  ['postcode', 'string'],
  ['city', 'string'],
  ['country', 'string'],
  ['latitude', 'double'],
  ['longitude', 'double'],
]);

const device = message('Device', [
  ['deviceId', 'string'],
  ['system', oneOf('System', 'SYSTEM_UNKNOWN', 'ANDROID', 'IOS', 'WEB')],
  ['version', 'string'],
]);

const consent = message('Consent', [
  ['purpose', 'string'],
  ['given', 'bool'],
  ['at', 'string'],
]);

/** 24 fields: single values, complex values, and lists of either. */
const user = message('User', [
  ['userId', 'string'],
  ['firstname', 'string'],
  ['lastname', 'string'],
  ['contactEmail', 'string'],
  ['salutation', oneOf('Salutation', 'SALUTATION_UNKNOWN', 'MS', 'MR', 'MX')],
  ['phoneNumber', 'string'],
  ['birthDate', 'string', maybe],
  ['language', 'string'],
  ['address', address],
  ['invoiceAddress', address, maybe],
  ['householdSize', 'int32'],
  ['pets', 'string', list],
  ['allergies', 'string', list],
  ['favouriteProducts', 'string', list],
  ['devices', device, list],
  ['consents', consent, list],
  ['newsletter', 'bool'],
  ['verified', 'bool'],
  ['balance', 'double'],
  ['completedOrders', 'int64'],
  ['createdAt', 'string'],
  ['lastSeenAt', 'string'],
  ['referralCode', 'string'],
  ['paymentMethod', oneOf('PaymentMethod', 'PAYMENT_UNKNOWN', 'DIRECT_DEBIT', 'CARD', 'INVOICE')],
]);
const reducedUser = reduce(user, ['userId', 'firstname', 'lastname', 'contactEmail']);

const tote = message('Tote', [
  ['toteId', 'string'],
  ['zone', oneOf('Zone', 'AMBIENT', 'CHILLED', 'FROZEN')],
  ['items', 'int32'],
]);

const outcome = oneOf('Outcome', 'PLANNED', 'CONFIRMED', 'COMPLETED', 'CANCELLED');

const deliveryResult = message('DeliveryResult', [
  ['at', 'string'],
  ['deliveredTotes', 'string', list],
  ['remark', 'string'],
]);

const delivery = message('Delivery', [
  ['deliveryId', 'string'],
  ['tripId', 'string'],
  ['userId', 'string'],
  ['status', outcome],
  ['orderNumber', 'int64'],
  ['slotStart', 'string'],
  ['slotEnd', 'string'],
  ['address', address],
  ['stop', 'int32'],
  ['totes', tote, list],
  ['amount', 'double'],
  ['weightKg', 'double'],
  ['instructions', 'string'],
  ['result', deliveryResult, maybe],
]);
const reducedDelivery = reduce(delivery, ['deliveryId', 'tripId', 'userId', 'status']);

const courier = message('Courier', [
  ['courierId', 'string'],
  ['name', 'string'],
  ['phoneNumber', 'string'],
]);

const trip = message('Trip', [
  ['tripId', 'string'],
  ['distributionCentreId', 'string'],
  ['start', 'string'],
  ['end', 'string'],
  ['courier', courier],
  ['vehicle', 'string'],
  ['distanceMetres', 'int32'],
  ['status', outcome],
  ['rangeKm', 'double'],
  ['remarks', 'string', list],
]);
const reducedTrip = reduce(trip, ['tripId', 'distributionCentreId', 'start']);

const opening = message('Opening', [
  ['weekday', 'int32'],
  ['from', 'string'],
  ['until', 'string'],
]);

const centre = message('DistributionCentre', [
  ['distributionCentreId', 'string'],
  ['name', 'string'],
  ['address', address],
  ['phoneNumber', 'string'],
  ['managers', 'string', list],
  ['openings', opening, list],
  ['vehicles', 'int32'],
  ['capacity', 'int32'],
  ['chilled', 'bool'],
]);
const reducedCentre = reduce(centre, ['distributionCentreId', 'name']);

const deliveryIds = message('DeliveryIds', [['ids', 'string', list]]);

/** A message with one more field, under the same number in full and reduced messages. */
function extended(name: string, base: MessageType, field: Omit<Field, 'number'>): MessageType {
  return { kind: 'message', name, fields: [...base.fields, { ...field, number: 100 }] };
}

/** The messages of the answers, with all their fields or only those needed. */
function answersOf(
  users: MessageType,
  deliveries: MessageType,
  trips: MessageType,
  centres: MessageType,
) {
  const withUser = extended('DeliveryOverview', deliveries, { name: 'user', type: users });
  const deliveriesOfTrip = { name: 'deliveries', type: withUser, repeated: true } as const;
  const overview = extended('TripOverview', trips, deliveriesOfTrip);
  return {
    user: users,
    delivery: deliveries,
    centre: centres,
    deliveryIds,
    trips: message('Trips', [['trips', trips, list]]),
    overviews: message('TripOverviews', [['trips', overview, list]]),
  };
}

export const deliveryAnswers = {
  full: answersOf(user, delivery, trip, centre),
  reduced: answersOf(reducedUser, reducedDelivery, reducedTrip, reducedCentre),
} as const;

/** Parameters for finding one item by its id. */
export const byId = message('ById', [['id', 'string']]);

/** An instant in ISO 8601: a date, or one with a time of day, optionally with a zone. */
export const instantForm =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' +
  '(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?$';

/** Trips of a centre that start within [start, end). */
export const tripWindow = message('TripWindow', [
  ['distributionCentreId', 'string'],
  ['from', 'string'],
  ['until', 'string'],
]);

/** Parameters of the three root fields of one GraphQL document. */
export const unrelatedIds = message('UnrelatedIds', [
  ['userId', 'string'],
  ['distributionCentreId', 'string'],
  ['tripId', 'string'],
]);
