import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  addressCheckSchema,
  addressReportSchema,
  bundledServiceSchema,
  interfaceFileSchema,
  listedTargetSchema,
  remoteTargetSchema,
  savedTargetSchema,
  serviceCertificatesSchema,
  serviceEventSchema,
  serviceOrderSchema,
} from '../services.ts';
import { protocolSchema, workloadNameSchema } from '../words.ts';
import { failing, nothing } from './base.ts';

const protocol = z.object({ protocol: protocolSchema });
const targetId = z.object({ id: z.string() });

/** The `services` part of the engine API. */
export const servicesContract = {
  /** The bundled services that are started by hand, one of each protocol. */
  list: failing.output(z.array(bundledServiceSchema)),
  watch: failing.output(eventIterator(serviceEventSchema)),
  /** Starts the service, or restarts it if it runs. Fails with SERVICE_START_FAILED. */
  start: failing.input(serviceOrderSchema).output(bundledServiceSchema),
  stop: failing.input(protocol).output(bundledServiceSchema),
  /** Creates the certificates if there are none yet. */
  certificates: failing.output(serviceCertificatesSchema),
  interfaceFile: failing
    .input(protocol.extend({ workload: workloadNameSchema.default('product') }))
    .output(interfaceFileSchema),
  targets: {
    /** By name. */
    list: failing.output(z.array(listedTargetSchema)),
    /** Adds a target, or changes the one with this id; fails with TARGET_NOT_FOUND. */
    save: failing
      .input(z.object({ id: z.string().nullable(), target: remoteTargetSchema }))
      .output(savedTargetSchema),
    /** Returns what was removed, so that it can be restored. Fails with TARGET_NOT_FOUND. */
    remove: failing.input(targetId).output(savedTargetSchema),
    /** Restores a removed target. */
    restore: failing.input(savedTargetSchema).output(nothing),
  },
  /** Sends at most one request; takes at most 15 s. */
  check: failing.input(addressCheckSchema).output(addressReportSchema),
};
