import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const logSchema = z.object({ latencies: z.array(z.number()), due: z.array(z.number()) });
type RecorderLog = z.infer<typeof logSchema>;

/** The environment of a program whose recorders write into a folder; it runs from its sources. */
export function recordingInto(folder: string): NodeJS.ProcessEnv {
  return {
    WIREBENCH_BUILT: '',
    WIREBENCH_RECORDER_LOG: folder,
    NODE_OPTIONS: `--import=${new URL('recorder-log.ts', import.meta.url).href}`,
  };
}

/** The contents that recorders have written into a folder: one for each load worker and stint. */
export function recordedIn(folder: string): RecorderLog[] {
  return readdirSync(folder).map((name) =>
    logSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  );
}
