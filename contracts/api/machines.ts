import { z } from 'zod';
import { errorReportSchema } from '../errors.ts';
import { agentFactsSchema, machineIdSchema } from '../machines.ts';
import { failing } from './base.ts';

/** Where machines join: an address of this machine that they can reach. */
const joiningSchema = z.object({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Port for machines that join by WebSocket because they reach no other; none if omitted. */
  webSocketPort: z.number().int().min(1).max(65_535).optional(),
});
/** Commands to run on a machine that is to join: `wirebench agent …`, shown to people as `formatCommand` has it. */
const linesSchema = z.object({
  line: z.string(),
  /** The same by WebSocket; absent if not offered. */
  webSocketLine: z.string().optional(),
});

/** An existing NATS server or cluster through which machines join. */
const natsPlaceSchema = z.object({
  /** Its addresses, separated by commas: `nats://HOST:4222`, `tls://` or `wss://`. */
  nats: z.string().min(1).max(4096),
  /** Path, on the engine’s machine, of a credentials file for it; otherwise those of WIREBENCH_NATS_LOGIN, or none. */
  credentials: z.string().min(1).max(4096).optional(),
  /** Path of the certificate file of its authority. */
  authority: z.string().min(1).max(4096).optional(),
  /** SHA-256 of its certificate, in hexadecimal or base64url; several separated by commas. */
  fingerprint: z.string().min(1).max(2048).optional(),
  /** Address of this machine that others reach; by default the one from which it reaches the server. */
  address: z.string().min(1).max(255).optional(),
});
/** How machines join: through a server started at an address of this machine, or through an existing one. */
const machinesPlaceSchema = z.union([joiningSchema, natsPlaceSchema]);
export type MachinesPlace = z.infer<typeof machinesPlaceSchema>;

/** Offset of a machine’s monotonic clock to this machine’s, in milliseconds. */
const machineClockSchema = z.object({
  /** Its clock minus this one at the same moment: mostly the difference of uptimes. */
  offsetMs: z.number(),
  /** Maximum error of the offset: half of the best round trip. */
  errorMs: z.number().min(0),
  /** The best of many round trips between the two machines. */
  roundTripMs: z.number().min(0),
});

/** A machine that has joined and was recently heard from. */
const joinedMachineSchema = z.object({
  id: machineIdSchema,
  facts: agentFactsSchema,
  /** Whether no run is using it. */
  isFree: z.boolean(),
  /** Whether it is generating load. */
  loading: z.boolean(),
  /** Whether a service is running on it. */
  serving: z.boolean().default(false),
  /** Null until its clock has been measured. */
  clock: machineClockSchema.nullable(),
});
export type JoinedMachineInfo = z.infer<typeof joinedMachineSchema>;

const machinesStateSchema = z.object({
  /** Where machines can join now, with the command to run there; null while none can. */
  listening: joiningSchema
    .extend({
      ...linesSchema.shape,
      /** The existing server, as given; absent with a server of our own. */
      nats: natsPlaceSchema.optional(),
    })
    .nullable(),
  /** By name. */
  machines: z.array(joinedMachineSchema),
  /** Addresses of this machine, reachable ones first; the loopback address last. */
  addresses: z.array(z.string()),
  /** Why no machine can join here, such as a missing program; null if no obstacle is known. */
  obstacle: errorReportSchema.nullable(),
});
export type MachinesState = z.infer<typeof machinesStateSchema>;

/** The `machines` part of the engine API: other machines that generate load. */
export const machinesContract = {
  /**
   * Lets other machines join at an address of this one, or through an existing NATS server, until the engine
   * closes or `close` is called. A new place replaces the previous one. Fails with MACHINES_UNAVAILABLE,
   * ARGUMENT_INVALID, and with RUN_BUSY while a run uses machines.
   */
  open: failing.input(machinesPlaceSchema).output(linesSchema),
  /** Stops joining and releases the joined machines. Fails with RUN_BUSY while a run uses machines. */
  close: failing,
  /** Current state; polled by views. */
  state: failing.output(machinesStateSchema),
};
