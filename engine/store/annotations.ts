import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { type Annotation, maxAnnotations, type NewAnnotation } from '../../contracts/history.ts';
import { runNotFound } from './stored.ts';

/** The user's annotations at moments of a run. */
export function annotationStatements(database: Database, now: () => Date) {
  const runKey = database
    .prepare<[string], number>('SELECT key FROM runs WHERE id = ? AND removed_at IS NULL')
    .pluck();
  const trialKey = database
    .prepare<[number, number], number>('SELECT key FROM trials WHERE run_key = ? AND position = ?')
    .pluck();
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM annotations WHERE run_key = ?')
    .pluck();
  const ofRun = database.prepare<[number], Annotation>(`
    SELECT annotations.id, position AS trialIndex, at_seconds AS atSeconds, made_at AS madeAt,
      body AS text
    FROM annotations LEFT JOIN trials ON trials.key = trial_key
    WHERE annotations.run_key = ? ORDER BY position NULLS FIRST, at_seconds, annotations.key`);
  const add = database.prepare<[string, number, number | null, number, string, string]>(`
    INSERT INTO annotations (id, run_key, trial_key, at_seconds, made_at, body)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare<[string, number]>(
    'DELETE FROM annotations WHERE id = ? AND run_key = ?',
  );

  const keyOf = (runId: string): number => {
    const key = runKey.get(runId);
    if (key === undefined) throw runNotFound(runId);
    return key;
  };
  const trialOf = (run: number, runId: string, index: number | null): number | null => {
    if (index === null) return null;
    const key = trialKey.get(run, index);
    if (key !== undefined) return key;
    throw new WirebenchError('TRIAL_NOT_FOUND', `Run ${runId} has no trial ${index + 1}`);
  };
  return {
    annotations: (runId: string): Annotation[] => ofRun.all(keyOf(runId)),
    annotate: database.transaction((runId: string, mark: NewAnnotation): Annotation => {
      const run = keyOf(runId);
      if ((count.get(run) ?? 0) >= maxAnnotations) throw full(runId);
      const { trialIndex, atSeconds, text } = mark;
      const made = { id: randomUUID(), trialIndex, atSeconds, madeAt: now().toISOString(), text };
      add.run(made.id, run, trialOf(run, runId, trialIndex), atSeconds, made.madeAt, text);
      return made;
    }).immediate,
    removeAnnotation: (runId: string, id: string): void => {
      if (remove.run(id, keyOf(runId)).changes > 0) return;
      throw new WirebenchError('ANNOTATION_NOT_FOUND', `Run ${runId} has no annotation ${id}`);
    },
  };
}

function full(runId: string): WirebenchError {
  return new WirebenchError(
    'ANNOTATIONS_FULL',
    `Run ${runId} already has ${maxAnnotations} annotations`,
    { hint: 'Remove some first.' },
  );
}

/** The user's tags, note and pin on a run. */
export function labelStatements(database: Database) {
  const change = (assignment: string) => {
    const statement = database.prepare<[string | number, string]>(
      `UPDATE runs SET ${assignment} WHERE id = ? AND removed_at IS NULL`,
    );
    return (runId: string, value: string | number): void => {
      if (statement.run(value, runId).changes === 0) throw runNotFound(runId);
    };
  };
  const tags = change('tags = ?');
  const note = change('note = ?');
  const pinned = change('pinned = ?');
  return {
    setTags: (runId: string, value: readonly string[]): void => tags(runId, JSON.stringify(value)),
    setNote: (runId: string, value: string): void => note(runId, value),
    setPinned: (runId: string, value: boolean): void => pinned(runId, value ? 1 : 0),
  };
}
