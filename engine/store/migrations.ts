import type { Database } from 'better-sqlite3';

/** A step from one version of the database to the next. Released steps are never changed. */
export interface DatabaseMigration {
  /** Description of what the step adds. */
  readonly adds: string;
  readonly sql: string;
}

/**
 * Step n (counted from 1) leads from `user_version` n − 1 to n. Large texts are last in
 * their rows, so that listing runs does not read them. Indexes are named after their query.
 */
export const databaseMigrations: readonly DatabaseMigration[] = [
  {
    adds: 'runs, trials and intervals',
    sql: `
      CREATE TABLE runs (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        status TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        removed_at TEXT,
        cells INTEGER NOT NULL,
        trials_planned INTEGER NOT NULL,
        trials_done INTEGER NOT NULL DEFAULT 0,
        protocols TEXT NOT NULL,
        verdict TEXT NOT NULL DEFAULT 'ok',
        owner_pid INTEGER NOT NULL,
        owner_identity TEXT,
        heartbeat_at TEXT NOT NULL,
        warnings TEXT NOT NULL,
        environment TEXT NOT NULL,
        experiment TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX resolve_run_id ON runs (id);
      CREATE INDEX list_runs ON runs (started_at DESC, key DESC) WHERE removed_at IS NULL;
      CREATE INDEX running_runs ON runs (key) WHERE status = 'running';

      CREATE TABLE trials (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        run_key INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        status TEXT NOT NULL,
        started_at TEXT,
        verdict TEXT,
        planned TEXT NOT NULL,
        result TEXT
      ) STRICT;
      CREATE UNIQUE INDEX trial_by_id ON trials (id);
      CREATE UNIQUE INDEX trials_of_run ON trials (run_key, position);
      CREATE INDEX running_trials ON trials (run_key) WHERE status = 'running';

      CREATE TABLE intervals (
        key INTEGER PRIMARY KEY,
        trial_key INTEGER NOT NULL REFERENCES trials (key) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        committed_at TEXT NOT NULL,
        facts TEXT NOT NULL,
        latency BLOB NOT NULL,
        service BLOB
      ) STRICT;
      CREATE UNIQUE INDEX intervals_of_trial ON intervals (trial_key, position);
    `,
  },
  {
    adds: 'hosts that the user confirmed as targets',
    sql: `
      CREATE TABLE confirmed_hosts (
        host TEXT PRIMARY KEY,
        confirmed_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    adds: 'how late open arrivals were sent, calibrations, and saturation points set by hand',
    sql: `
      ALTER TABLE intervals ADD COLUMN lag BLOB;

      CREATE TABLE calibrations (
        key INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        calibration TEXT NOT NULL
      ) STRICT;

      CREATE TABLE saturation_overrides (
        trial_key INTEGER PRIMARY KEY REFERENCES trials (key) ON DELETE CASCADE,
        level REAL NOT NULL,
        set_at TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    adds: 'tags, notes, pins and marks of runs, imported runs, saved targets, reports and settings',
    sql: `
      ALTER TABLE runs ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT '';
      ALTER TABLE runs ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE runs ADD COLUMN imported_at TEXT;

      CREATE TABLE annotations (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        run_key INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
        trial_key INTEGER REFERENCES trials (key) ON DELETE CASCADE,
        at_seconds REAL NOT NULL,
        made_at TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX annotation_by_id ON annotations (id);
      CREATE INDEX annotations_of_run ON annotations (run_key, key);

      CREATE TABLE targets (
        id TEXT PRIMARY KEY,
        saved_at TEXT NOT NULL,
        target TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE reports (
        id TEXT PRIMARY KEY,
        changed_at TEXT NOT NULL,
        report TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    adds: 'copies of the files that experiments name, each content once',
    sql: `
      CREATE TABLE run_files (
        run_key INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
        path TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        PRIMARY KEY (run_key, path)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX runs_with_content ON run_files (sha256);

      CREATE TABLE file_contents (
        sha256 TEXT PRIMARY KEY,
        gzip BLOB NOT NULL
      ) STRICT;
      CREATE TRIGGER forget_content AFTER DELETE ON run_files
      WHEN NOT EXISTS (SELECT 1 FROM run_files WHERE sha256 = OLD.sha256)
      BEGIN
        DELETE FROM file_contents WHERE sha256 = OLD.sha256;
      END;
    `,
  },
  {
    adds: 'checksums of runs, trials and intervals; rows of before have none',
    sql: `
      ALTER TABLE runs ADD COLUMN checksum INTEGER;
      ALTER TABLE runs ADD COLUMN body_checksum INTEGER;
      ALTER TABLE trials ADD COLUMN checksum INTEGER;
      ALTER TABLE intervals ADD COLUMN checksum INTEGER;
    `,
  },
];

/** The version that this build reads and writes. */
export const schemaVersion = databaseMigrations.length;

/** Application id of Wirebench databases: "WBch". */
export const applicationId = 0x57426368;

export function readVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Brings the database to the version of the last step. Each step is one commit together with
 * its version, and two processes that start concurrently do not run the same step twice.
 */
export function migrateDatabase(
  database: Database,
  steps: readonly DatabaseMigration[] = databaseMigrations,
): void {
  const takeStep = database.transaction(() => {
    const version = readVersion(database);
    const step = steps[version];
    if (step === undefined) return false;
    database.exec(step.sql);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${version + 1}`);
    return true;
  });
  while (readVersion(database) < steps.length && takeStep.immediate());
}
