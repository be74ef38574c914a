import { z } from 'zod';

/** What the user chose for good, for every window of this data folder. */
export const settingsSchema = z.object({
  /** Light, dark, or the same as the system. */
  scheme: z.enum(['auto', 'light', 'dark']).default('auto'),
  /** Size of everything in the desktop window, in percent; a browser has its own zoom. */
  zoomPercent: z.number().int().min(50).max(200).default(100),
  /** Whether the desktop tells of the end of a long run. */
  notifyAtEnd: z.boolean().default(true),
  /** A run is long when it takes more than so many seconds. */
  notifyAfterSeconds: z.number().int().min(0).max(86_400).default(30),
  /** Whether the machine is kept from sleeping during a run. */
  keepAwake: z.boolean().default(true),
  /** Whether each start looks for a newer version. */
  updateCheck: z.boolean().default(false),
  /** Folder of the user's experiment files; null for `experiments` in the data folder. */
  experimentsFolder: z.string().min(1).max(4096).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Settings of a machine on which nothing was chosen. */
export const defaultSettings: Settings = settingsSchema.parse({});

/** Only what is named changes. Without the defaults above, which would set the rest back. */
export const settingsChangeSchema = z
  .object({
    scheme: settingsSchema.shape.scheme.unwrap(),
    zoomPercent: settingsSchema.shape.zoomPercent.unwrap(),
    notifyAtEnd: z.boolean(),
    notifyAfterSeconds: settingsSchema.shape.notifyAfterSeconds.unwrap(),
    keepAwake: z.boolean(),
    updateCheck: z.boolean(),
    experimentsFolder: settingsSchema.shape.experimentsFolder.unwrap(),
  })
  .partial()
  .strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** A run that was removed and can still be brought back. */
export const removedRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  startedAt: z.string(),
  removedAt: z.string(),
});
export type RemovedRun = z.infer<typeof removedRunSchema>;

/** Where the state lies, and how much of it there is. */
export const storageFactsSchema = z.object({
  /** Folder that holds all state. */
  home: z.string(),
  database: z.string(),
  /** Size of the database with its write-ahead log, in bytes. */
  databaseBytes: z.number().int().min(0),
  /** Folder of the user's experiment files. */
  experimentsFolder: z.string(),
});
export type StorageFacts = z.infer<typeof storageFactsSchema>;
