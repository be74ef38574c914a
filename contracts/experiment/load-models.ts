import { z } from 'zod';
import { type SettingFacts, setting } from './setting.ts';

/** What each load model is, in the order in which they are explained. */
const models = {
  closed: {
    label: 'Closed: users wait',
    help: 'each user sends its next request when the last answer is in',
    doc: 'Each user sends its next request when the answer to the last one is in.',
  },
  open: {
    label: 'Open: requests arrive',
    help: 'requests are due at their time, whether or not answers are in',
    doc: 'Requests are due at a rate, whether or not the earlier ones have been answered.',
  },
  ramp: {
    label: 'Ramp: rises steadily',
    help: 'the level rises until the service saturates',
    doc: 'The level rises steadily, to find where the service is saturated.',
  },
  steps: {
    label: 'Steps: a ladder',
    help: 'each level is held and measured by itself',
    doc: 'A ladder: each level is held and measured as a steady state of its own.',
  },
  stages: {
    label: 'Stages: a profile',
    help: 'straight lines from level to level',
    doc: 'A profile of stages: load, stress, spike or endurance.',
  },
  search: {
    label: 'Search: finds a level',
    help: 'rounds look for the level worth measuring',
    doc: 'Looks for a level by rounds: the best throughput, or the most that keeps an objective.',
  },
  plan: {
    label: 'Plan: use cases',
    help: 'several requests that follow from each other, over and over',
    doc: 'Use cases, each done over and over: factors.shape lists them, or stages such as user+centre/trips.',
  },
} as const;
export type LoadModel = keyof typeof models;
export const loadModels = Object.keys(models) as LoadModel[];

/** The key that says of what model a load is, in a load of that model. */
export function modelSetting<M extends LoadModel>(model: M): z.ZodLiteral<M> {
  return setting(z.literal(model), {
    section: 'Load',
    label: 'Model',
    doc: models[model].doc,
    choices: models as SettingFacts['choices'] & object,
    term: 'load-model',
    likelihood: 'likely',
    subject: 'Load model',
  });
}
