import type { CheckStep } from '../../../contracts/services.ts';

/** What a step found. */
export type Finding = Pick<CheckStep, 'outcome' | 'words'>;
