import type { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';

/**
 * Parses and validates stored JSON.
 * @param what names it in the error, such as "trial 4f…".
 * @throws WirebenchError STORE_CORRUPT when it does not match the schema.
 */
export function parseStored<T>(schema: z.ZodType<T>, json: string, what: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch (cause) {
    throw damaged(what, cause);
  }
}

/** Validates a value composed of stored columns like {@link parseStored}. */
export function checkStored<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const checked = schema.safeParse(value);
  if (!checked.success) throw damaged(what, checked.error);
  return checked.data;
}

/** @param isIntact value of `intact` in row-checks.ts. @throws WirebenchError STORE_CORRUPT */
export function refuseDamaged(isIntact: number | null, what: string): void {
  if (isIntact === 0) throw damaged(what, new Error('its checksum does not match'));
}

function damaged(what: string, cause: unknown): WirebenchError {
  return new WirebenchError('STORE_CORRUPT', `The stored record of ${what} is damaged`, {
    cause,
    hint: '“wirebench doctor” says what else is damaged and saves what can be saved.',
  });
}

export function runNotFound(runId: string): WirebenchError {
  return new WirebenchError('RUN_NOT_FOUND', `No run has the id ${runId}`);
}

export function trialNotFound(trialId: string): WirebenchError {
  return new WirebenchError('TRIAL_NOT_FOUND', `No trial has the id ${trialId}`);
}
