import type { Database } from 'better-sqlite3';
import type { FileDigest, KeptFile } from './handover.ts';

/** Copies of the files of runs. Content shared by several runs is stored once, and deleted with the last of them. */
export function keepFilesStatement(database: Database) {
  const addFile = database.prepare<[number | bigint, string, number, string]>(
    'INSERT INTO run_files (run_key, path, bytes, sha256) VALUES (?, ?, ?, ?)',
  );
  const addContent = database.prepare<[string, Uint8Array]>(
    'INSERT INTO file_contents (sha256, gzip) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return (runKey: number | bigint, files: readonly KeptFile[]): void => {
    for (const { path, bytes, sha256, gzip } of files) {
      addFile.run(runKey, path, bytes, sha256);
      if (gzip) addContent.run(sha256, gzip);
    }
  };
}

/** @returns the files of a run by path, without their content. */
export function fileDigestsStatement(database: Database): (runId: string) => FileDigest[] {
  const digests = database.prepare<[string], FileDigest>(`
    SELECT path, run_files.sha256 FROM run_files JOIN runs ON runs.key = run_key
    WHERE runs.id = ? ORDER BY path`);
  return (runId) => digests.all(runId);
}

/** @returns the files of a run by path. */
export function filesStatement(database: Database): (runId: string) => KeptFile[] {
  const files = database.prepare<[string], KeptFile>(`
    SELECT path, bytes, run_files.sha256, gzip
    FROM run_files JOIN runs ON runs.key = run_key
    LEFT JOIN file_contents ON file_contents.sha256 = run_files.sha256
    WHERE runs.id = ? ORDER BY path`);
  return (runId) => files.all(runId);
}
