import { z } from 'zod';
import { errorReportSchema } from '../errors.ts';
import { agentFactsSchema, machineIdSchema } from '../machines.ts';
import { failing } from './base.ts';

/** Where machines join: an address of this machine that the others reach. */
const joiningSchema = z.object({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Where machines that reach no other port join by WebSocket; none if left out. */
  webSocketPort: z.number().int().min(1).max(65_535).optional(),
});
/** What is to be run on a machine that is to join. */
const linesSchema = z.object({
  line: z.string(),
  /** The same by WebSocket; absent where there is no other way. */
  webSocketLine: z.string().optional(),
});

/** A NATS server or cluster that runs already, by which machines join. */
const natsPlaceSchema = z.object({
  /** Its addresses, with commas between them: `nats://HOST:4222`, `tls://` or `wss://`. */
  nats: z.string().min(1).max(4096),
  /** Path, on the engine’s machine, of a file with credentials for it; otherwise those of WIREBENCH_NATS_LOGIN, or none. */
  credentials: z.string().min(1).max(4096).optional(),
  /** Path of a file with the certificate of the authority that vouches for it. */
  authority: z.string().min(1).max(4096).optional(),
  /** SHA-256 of its certificate, in hexadecimal or base64url; several with commas between them. */
  fingerprint: z.string().min(1).max(2048).optional(),
  /** Address of this machine that the others reach; the one from which it reaches the server if left out. */
  address: z.string().min(1).max(255).optional(),
});
/** How machines join: by a server of our own at an address of this machine, or by one that runs already. */
const machinesPlaceSchema = z.union([joiningSchema, natsPlaceSchema]);
export type MachinesPlace = z.infer<typeof machinesPlaceSchema>;

/** How a machine’s monotonic clock stands to this machine’s, in milliseconds. */
const machineClockSchema = z.object({
  /** Reading of its clock less that of this one at the same moment: mostly for how long each has been up. */
  offsetMs: z.number(),
  /** By how much the offset may be wrong: half of the best round trip. */
  errorMs: z.number().min(0),
  /** The best of many round trips between the two. */
  roundTripMs: z.number().min(0),
});

/** A machine that has joined and was heard lately. */
const joinedMachineSchema = z.object({
  id: machineIdSchema,
  facts: agentFactsSchema,
  /** Whether no run holds it. */
  isFree: z.boolean(),
  /** Whether it generates load now. */
  loading: z.boolean(),
  /** Whether a service runs on it now. */
  serving: z.boolean().default(false),
  /** Null until its clock was looked at. */
  clock: machineClockSchema.nullable(),
});
export type JoinedMachineInfo = z.infer<typeof joinedMachineSchema>;

const machinesStateSchema = z.object({
  /** Where machines can join now, with the command that is to be run there; null while none can. */
  listening: joiningSchema
    .extend({
      ...linesSchema.shape,
      /** By which server that runs already, as it was given; absent with a server of our own. */
      nats: natsPlaceSchema.optional(),
    })
    .nullable(),
  /** By name. */
  machines: z.array(joinedMachineSchema),
  /** Addresses of this machine, those that others reach first; the loopback address last. */
  addresses: z.array(z.string()),
  /** Why no machine can join here, such as a missing program; null when nothing is known to prevent it. */
  obstacle: errorReportSchema.nullable(),
});
export type MachinesState = z.infer<typeof machinesStateSchema>;

/** The `machines` part of the engine API: other machines that generate load. */
export const machinesContract = {
  /**
   * Lets other machines join at an address of this one, or by a NATS server that runs already, until the engine closes
   * or `close` is called. Another place than before takes its place. Fails with MACHINES_UNAVAILABLE, with
   * ARGUMENT_INVALID, and with RUN_BUSY while a run holds machines.
   */
  open: failing.input(machinesPlaceSchema).output(linesSchema),
  /** No machine can join any more, and those that have are let go. Fails with RUN_BUSY while a run holds machines. */
  close: failing,
  /** How it stands; asked again and again by who shows it. */
  state: failing.output(machinesStateSchema),
};
