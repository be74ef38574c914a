import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * Reads a small file of the app's own state.
 * @returns `fallback` if the file is missing or malformed: such state (window
 *   position, recent files) is a convenience, and damage must not prevent the start.
 */
export function readJson<Value>(path: string, schema: z.ZodType<Value>, fallback: Value): Value {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : fallback;
  } catch {
    return fallback;
  }
}

/** Replaces the file atomically: a crash leaves the old or the new one. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(fresh, path);
}
