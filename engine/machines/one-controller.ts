import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { replacePrivately } from '../platform/private-file.ts';
import { certificateOf } from './link.ts';

/** Where the controller of a folder listens, and its certificate. */
const placeSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  fingerprint: z.string(),
});
type ControllerPlace = z.infer<typeof placeSchema>;

/** The server of a killed controller ends within this time. */
const shutdownMs = 5000;
const retryMs = 250;

const fileIn = (folder: string) => join(folder, 'listening.json');

async function lastPlace(folder: string): Promise<ControllerPlace | null> {
  try {
    return placeSchema.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Whether that controller still answers there. */
const isListening = (place: ControllerPlace): Promise<boolean> =>
  certificateOf(place, place.fingerprint).then(
    () => true,
    () => false,
  );

/**
 * Makes sure that no other controller of the same folder is running: both would write the same reports, and each would
 * treat the other's trial as one whose controller has died.
 * @throws WirebenchError MACHINES_UNAVAILABLE
 */
export async function ensureSoleController(folder: string): Promise<void> {
  const place = await lastPlace(folder);
  if (!place) return;
  const until = performance.now() + shutdownMs;
  while (await isListening(place)) {
    if (performance.now() > until) {
      throw new WirebenchError(
        'MACHINES_UNAVAILABLE',
        `Another Wirebench with the same data folder already controls machines, at ${authorityOf(place)}`,
        {
          hint: 'Wait until it has ended, or give this one its own folder with WIREBENCH_HOME.',
        },
      );
    }
    await pause(retryMs);
  }
}

/** Records where the controller of the folder listens. */
export function announcePlace(folder: string, place: ControllerPlace): Promise<void> {
  return replacePrivately(fileIn(folder), JSON.stringify(place));
}

/** To be called when the controller of the folder has ended. */
export function forgetPlace(folder: string): Promise<void> {
  return rm(fileIn(folder), { force: true });
}
