import { addLayers, noBytes, type WireTotals } from '../../contracts/wire.ts';
import { type Flight, flightBytes, flightLayers } from './flights.ts';
import { estimateFlight } from './tcp.ts';

export const noTotals: WireTotals = { sent: noBytes, received: noBytes, roundTrips: 0, packets: 0 };

export function addTotals(a: WireTotals, b: WireTotals): WireTotals {
  return {
    sent: addLayers(a.sent, b.sent),
    received: addLayers(a.received, b.received),
    roundTrips: a.roundTrips + b.roundTrips,
    packets: a.packets + b.packets,
  };
}

/** Asynchronous: no client waits for a session ticket. */
const unasked = 'NewSessionTicket';

/** Sums of consecutive flights: measured bytes, and the estimate of TCP and IP. */
export function totalsOf(flights: readonly Flight[]): WireTotals {
  return flights
    .map((flight, index) => flightTotals(flight, flights[index - 1]))
    .reduce(addTotals, noTotals);
}

function flightTotals(flight: Flight, before: Flight | undefined): WireTotals {
  const { own, acknowledging, packets } = estimateFlight(flightBytes(flight));
  const data = addLayers(flightLayers(flight), { 'tcp-ip': own });
  const answers = { ...noBytes, 'tcp-ip': acknowledging };
  const isSent = flight.direction === 'sent';
  const turns = !isSent && before?.direction === 'sent' && before.stage === flight.stage;
  const isWaitedFor = flight.parts.some(({ title }) => title !== undefined && title !== unasked);
  return {
    sent: isSent ? data : answers,
    received: isSent ? answers : data,
    roundTrips: turns && isWaitedFor ? 1 : 0,
    packets,
  };
}
