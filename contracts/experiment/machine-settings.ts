import { z } from 'zod';
import { wholeNumber } from './numbers.ts';
import { setting } from './setting.ts';

/** Settings of load that several machines generate together. */
export const machineSettings = {
  machines: setting(wholeNumber(0, 256, 'a number of machines').default(0), {
    section: 'Trials',
    label: 'Machines',
    doc: 'Machines that generate the load together, each running wirebench agent; 0 is this machine alone.',
    help: 'that generate the load; 0 is this one',
    unit: 'machines',
    likelihood: 'likely',
    subject: 'Other machines that generate the load',
    see: 'machines',
  }),
  onMachineLoss: setting(z.enum(['abort', 'continue']).default('abort'), {
    section: 'Trials',
    label: 'When a machine is lost',
    doc: 'What becomes of a trial when one of several machines is lost. Its part of the load is never given to others.',
    choices: {
      abort: { label: 'Abort', help: 'the trial fails, and keeps what was measured' },
      continue: {
        label: 'Continue',
        help: 'the others go on; the trial is incomplete from then on',
      },
    },
    see: 'machines',
  }),
  machineShare: setting(z.enum(['cores', 'calibration']).default('cores'), {
    section: 'Trials',
    label: 'Parts of machines',
    doc: 'What decides how much of the load each of several machines has: its load workers, which are as many as its cores, or what it was calibrated to do.',
    choices: {
      cores: { label: 'Cores', help: 'each load worker has the same part' },
      calibration: {
        label: 'Calibration',
        help: 'in proportion to what wirebench calibrate found there',
      },
    },
    likelihood: 'possible',
    see: 'machines',
  }),
};
