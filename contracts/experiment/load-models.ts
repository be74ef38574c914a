import { z } from 'zod';
import { type SettingFacts, setting } from './setting.ts';

/** The load models, in the order in which they are explained. */
const models = {
  closed: {
    label: 'Closed: users wait',
    help: 'each user sends its next request after the last answer',
    doc: 'Each user sends its next request after the answer to its last one.',
  },
  open: {
    label: 'Open: requests arrive',
    help: 'requests are due at set times, whether or not earlier ones were answered',
    doc: 'Requests are due at a set rate, whether or not earlier ones were answered.',
  },
  ramp: {
    label: 'Ramp: rises steadily',
    help: 'the level rises until the service saturates',
    doc: 'The level rises steadily to find where the service saturates.',
  },
  steps: {
    label: 'Steps: a ladder',
    help: 'each level is held and measured separately',
    doc: 'A ladder: each level is held and measured as a separate steady state.',
  },
  stages: {
    label: 'Stages: a profile',
    help: 'straight lines from level to level',
    doc: 'A profile of stages: load, stress, spike or endurance.',
  },
  search: {
    label: 'Search: finds a level',
    help: 'rounds search for the level to measure',
    doc: 'Searches for a level in rounds: the one with the best throughput, or the highest that meets an objective.',
  },
  plan: {
    label: 'Plan: use cases',
    help: 'several dependent requests, repeated',
    doc: 'Use cases, each repeated: factors.shape lists them, or stages such as user+centre/trips.',
  },
} as const;
export type LoadModel = keyof typeof models;
export const loadModels = Object.keys(models) as LoadModel[];

/** The key with the model of a load, in a load of that model. */
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
