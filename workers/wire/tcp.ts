import { noBytes, type WireDirection, type WireTotals } from '../../contracts/wire.ts';

/**
 * Estimated overhead of TCP and IP on a network. It cannot be measured above the sockets, and would be
 * meaningless on the loopback: packets there are up to 64 kB long.
 */

/** MTU of Ethernet, in bytes. */
const mtu = 1500;
/** IPv4 20, TCP 20, and the timestamps (with padding 12) that common systems send with every packet. */
const headerBytes = 52;
/** The headers of the packets that open a connection carry more options (RFC 9293, 3.2; RFC 7323): 20 in all. */
const openingHeaderBytes = 60;
const segmentBytes = mtu - headerBytes;

export const tcpAssumption =
  `TCP and IP are estimated, as on an Ethernet: packets of ${mtu} bytes, of which ${headerBytes} are ` +
  `headers (IPv4 20, TCP 20, time stamps 12), one packet without data for every second one of a ` +
  `message, ${2 * openingHeaderBytes + headerBytes} bytes in three packets to open a connection and ` +
  `${3 * headerBytes} in three to close it; no losses.`;

export interface TcpEstimate {
  /** Headers of the packets that carry the data. */
  readonly own: number;
  readonly packets: number;
  /** Acknowledgements in the other direction. */
  readonly acknowledging: number;
}

/** Headers for this many bytes in one flight. The last packet of a flight is acknowledged by the answer. */
export function estimateFlight(bytes: number): TcpEstimate {
  const segments = Math.ceil(bytes / segmentBytes);
  const acknowledgements = Math.floor(segments / 2);
  return {
    own: segments * headerBytes,
    packets: segments + acknowledgements,
    acknowledging: acknowledgements * headerBytes,
  };
}

interface Packet {
  readonly label: string;
  readonly direction: WireDirection;
  readonly bytes: number;
}

/** The three packets that open a connection. */
export const openingPackets: readonly Packet[] = [
  { label: 'SYN', direction: 'sent', bytes: openingHeaderBytes },
  { label: 'SYN, ACK', direction: 'received', bytes: openingHeaderBytes },
  { label: 'ACK', direction: 'sent', bytes: headerBytes },
];

/** The packets that close a connection. */
export const closingPackets: readonly Packet[] = [
  { label: 'FIN, ACK', direction: 'sent', bytes: headerBytes },
  { label: 'FIN, ACK', direction: 'received', bytes: headerBytes },
  { label: 'ACK', direction: 'sent', bytes: headerBytes },
];

/** Packets without data as sums. */
export function packetTotals(packets: readonly Packet[], roundTrips: number): WireTotals {
  const of = (wanted: WireDirection) =>
    packets
      .filter(({ direction }) => direction === wanted)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    sent: { ...noBytes, 'tcp-ip': of('sent') },
    received: { ...noBytes, 'tcp-ip': of('received') },
    roundTrips,
    packets: packets.length,
  };
}
