import { certificateTargets } from './certificates.ts';
import { databaseTarget, settingsTarget } from './databases.ts';
import { runFileTargets } from './run-files.ts';
import type { Target } from './target.ts';
import { descriptionTargets, experimentTarget, recordingTarget } from './texts.ts';

/** All targets. */
export const targets: readonly Target[] = [
  databaseTarget,
  ...runFileTargets,
  experimentTarget,
  recordingTarget,
  settingsTarget,
  ...certificateTargets,
  ...descriptionTargets,
];
