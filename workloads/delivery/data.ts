import { z } from 'zod';
import { wholeNumber } from '../../contracts/experiment/numbers.ts';
import type { Message, Value } from '../description.ts';
import { makeText, randomSource } from '../messages/text.ts';
import type { WorkloadSetup } from '../workload.ts';

/** Every centre has the same number of days, trips per day and deliveries per day. */
export const deliveryDataSchema = z
  .strictObject({
    users: wholeNumber(1, 100_000, 'a number of users').default(100),
    centres: wholeNumber(1, 100, 'a number of distribution centres').default(3),
    days: wholeNumber(1, 366, 'a number of days').default(3),
    /** Per centre and day: with the deliveries, the request counts of use case 2.B. */
    trips: wholeNumber(1, 1000, 'a number of trips').default(5),
    /** Per centre and day, spread over its trips. */
    deliveries: wholeNumber(1, 10_000, 'a number of deliveries').default(12),
    /** Different users among the deliveries of a centre and day. */
    customers: wholeNumber(1, 10_000, 'a number of customers').default(9),
    /** Whether the join of use case 2.B fetches a user of several deliveries once or each time. */
    repeatedUsers: z.enum(['fetched', 'once']).default('fetched'),
  })
  .superRefine((data, context) => {
    const reject = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (data.trips > data.deliveries) {
      reject('trips', `expected at most as many trips as deliveries, ${data.deliveries}`);
    }
    if (data.customers > Math.min(data.deliveries, data.users)) {
      reject('customers', 'expected no more customers than there are deliveries and users');
    }
    if (data.centres * data.days * data.deliveries > 200_000) {
      reject('deliveries', 'expected at most 200000 deliveries over all centres and days');
    }
  });
export type DeliveryData = z.output<typeof deliveryDataSchema>;

const firstDay = Date.UTC(2020, 5, 15);
const dayMs = 86_400_000;

const serial = (prefix: string, index: number) => `${prefix}${String(index).padStart(6, '0')}`;

/** The deterministic contents of the workload, generated item by item, with all fields. */
export class DeliveryWorld {
  readonly data: DeliveryData;
  readonly #setup: WorkloadSetup;

  /** @throws ZodError when the settings do not fit this workload. */
  constructor(setup: WorkloadSetup) {
    this.#setup = setup;
    this.data = deliveryDataSchema.parse(setup.data);
  }

  /** Days of all centres. */
  get tours(): number {
    return this.data.centres * this.data.days;
  }

  userId(index: number): string {
    return serial('U', index);
  }

  centreId(centre: number): string {
    return serial('C', centre);
  }

  /** Trip `n`, from 0, of a tour: the day of a centre. */
  tripId(tour: number, n: number): string {
    return serial('T', tour * this.data.trips + n);
  }

  deliveryId(tour: number, n: number): string {
    return serial('D', tour * this.data.deliveries + n);
  }

  /**
   * Deliveries of a trip, as indices in their tour; the first trips have one more if the division leaves a
   * remainder.
   */
  deliveriesOf(n: number): number[] {
    const { trips, deliveries } = this.data;
    const all = Array.from({ length: deliveries }, (_, index) => index);
    return all.filter((index) => index % trips === n);
  }

  /** Index of the user of delivery `n` of a tour. */
  customerOf(tour: number, n: number): number {
    const { customers, users } = this.data;
    return (tour * customers + (n % customers)) % users;
  }

  /** The request for the time window that contains a day's trips of a centre. */
  window(tour: number): Message {
    const day = Math.floor(tour / this.data.centres);
    return {
      distributionCentreId: this.centreId(tour % this.data.centres),
      from: this.#instant(day, 0),
      until: this.#instant(day + 1, 0),
    };
  }

  user(index: number): Message {
    const made = this.#maker(1, index);
    const firstname = made.text(6);
    const lastname = made.text(9);
    return {
      userId: this.userId(index),
      firstname,
      lastname,
      contactEmail: `customer${index}@example.org`,
      salutation: made.pick(['MS', 'MR', 'MX']),
      phoneNumber: made.digits(10),
      ...(made.chance(4) ? {} : { birthDate: this.#date(-made.below(20_000) - 7000) }),
      language: made.pick(['nl', 'de', 'fr', 'en']),
      address: made.address(),
      ...(made.chance(3) ? { invoiceAddress: made.address() } : {}),
      householdSize: 1 + made.below(6),
      pets: made.list(3, () => made.pick(['cat', 'dog', 'rabbit', 'fish'])),
      allergies: made.list(3, () => made.pick(['nuts', 'milk', 'egg', 'wheat'])),
      favouriteProducts: made.list(8, () => serial('P', made.below(20_000))),
      devices: made.list(3, () => made.device()),
      consents: ['analytics', 'offers', 'surveys'].map((purpose) => ({
        purpose,
        given: made.chance(2),
        at: this.#instant(-made.below(700), made.below(dayMs)),
      })),
      newsletter: made.chance(2),
      verified: made.chance(2),
      balance: made.below(20_000) / 100,
      completedOrders: made.below(400),
      createdAt: this.#instant(-700 - made.below(700), made.below(dayMs)),
      lastSeenAt: this.#instant(-made.below(30), made.below(dayMs)),
      referralCode: made.digits(8),
      paymentMethod: made.pick(['DIRECT_DEBIT', 'CARD', 'INVOICE']),
    };
  }

  centre(index: number): Message {
    const made = this.#maker(2, index);
    return {
      distributionCentreId: this.centreId(index),
      name: made.text(14),
      address: made.address(),
      phoneNumber: made.digits(10),
      managers: [made.text(12), made.text(12)],
      openings: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '07:00', until: '22:00' })),
      vehicles: 20 + made.below(60),
      capacity: 500 + made.below(2000),
      chilled: made.chance(2),
    };
  }

  trip(tour: number, n: number): Message {
    const made = this.#maker(3, tour * this.data.trips + n);
    const day = Math.floor(tour / this.data.centres);
    // Within the day, however many trips there are.
    const startMs = Math.floor(((n + 1) * dayMs) / (this.data.trips + 2));
    return {
      tripId: this.tripId(tour, n),
      distributionCentreId: this.centreId(tour % this.data.centres),
      start: this.#instant(day, startMs),
      end: this.#instant(day, startMs + 3_600_000),
      courier: {
        courierId: serial('K', made.below(500)),
        name: made.text(13),
        phoneNumber: made.digits(10),
      },
      vehicle: `V-${made.digits(4)}`,
      distanceMetres: 4000 + made.below(30_000),
      status: 'CONFIRMED',
      rangeKm: made.below(1200) / 10,
      remarks: made.list(2, () => made.text(24)),
    };
  }

  delivery(tour: number, n: number): Message {
    const made = this.#maker(4, tour * this.data.deliveries + n);
    const day = Math.floor(tour / this.data.centres);
    const slotMs = 28_800_000 + made.below(10) * 3_600_000;
    const totes = made.tote(1 + made.below(4));
    const delivered = totes.map((tote) => String(Reflect.get(tote, 'toteId')));
    const completed = made.chance(2);
    const result = {
      at: this.#instant(day, slotMs + made.below(3_600_000)),
      deliveredTotes: delivered,
      remark: made.text(20),
    };
    return {
      deliveryId: this.deliveryId(tour, n),
      tripId: this.tripId(tour, n % this.data.trips),
      userId: this.userId(this.customerOf(tour, n)),
      status: completed ? 'COMPLETED' : 'CONFIRMED',
      orderNumber: 4_000_000_000 + made.below(1_000_000_000),
      slotStart: this.#instant(day, slotMs),
      slotEnd: this.#instant(day, slotMs + 3_600_000),
      address: made.address(),
      stop: 1 + Math.floor(n / this.data.trips),
      totes,
      amount: made.below(20_000) / 100,
      weightKg: made.below(400) / 10,
      instructions: made.text(32),
      ...(completed ? { result } : {}),
    };
  }

  #date(day: number): string {
    return new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
  }

  /** A moment of a day, counted from the first; without its time of day if dates are date-only. */
  #instant(day: number, ms: number): string {
    const text = new Date(firstDay + day * dayMs + ms).toISOString();
    return this.#setup.dates === 'date-only' ? text.slice(0, 10) : text;
  }

  #maker(kind: number, index: number): Maker {
    const { seed, text } = this.#setup;
    return new Maker(seed + Math.imul(index + 1, 0x9e3779b1) + Math.imul(kind, 0x85ebca6b), text);
  }
}

/** Seeded values of one item, drawn in the order of the calls. */
class Maker {
  readonly #random: () => number;
  readonly #text: WorkloadSetup['text'];

  constructor(seed: number, text: WorkloadSetup['text']) {
    this.#random = randomSource(seed);
    this.#text = text;
  }

  below(limit: number): number {
    return this.#random() % limit;
  }

  /** True on average once in this many draws. */
  chance(of: number): boolean {
    return this.below(of) === 0;
  }

  pick(values: readonly string[]): string {
    return values[this.below(values.length)] ?? '';
  }

  text(length: number): string {
    return makeText(this.#text, length, this.#random());
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('');
  }

  /** Up to `most` values. */
  list<T extends Value>(most: number, one: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, one);
  }

  address(): Message {
    return {
      street: this.text(16),
      houseNumber: 1 + this.below(300),
      postcode: `${this.digits(4)}AB`,
      city: this.text(10),
      country: this.pick(['NL', 'DE', 'FR']),
      latitude: 50 + this.below(40_000) / 10_000,
      longitude: 3 + this.below(60_000) / 10_000,
    };
  }

  device(): Message {
    return {
      deviceId: this.digits(16),
      system: this.pick(['ANDROID', 'IOS', 'WEB']),
      version: `${this.below(20)}.${this.below(10)}`,
    };
  }

  tote(count: number): Message[] {
    return Array.from({ length: count }, () => ({
      toteId: serial('B', this.below(900_000)),
      zone: this.pick(['AMBIENT', 'CHILLED', 'FROZEN']),
      items: 1 + this.below(30),
    }));
  }
}
