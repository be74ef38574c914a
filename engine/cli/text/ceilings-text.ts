import type { Calibration, Ceiling } from '../../../contracts/calibration.ts';
import { roughShare, threeDigits } from '../../../metrics/format.ts';
import { drawTable } from './table.ts';

export const tlsOf = ({ tls }: Ceiling) => (tls ? 'on' : 'off');

/** The ceilings of a calibration, and what they mean. */
export function drawCeilings({ ceilings }: Calibration): string {
  const table = drawTable<Ceiling>(
    [
      { title: 'protocol', cell: ({ protocol }) => protocol },
      { title: 'client', cell: ({ client }) => client },
      { title: 'tls', cell: tlsOf },
      { title: 'req/s', align: 'right', cell: (each) => threeDigits(each.throughputRps) },
      { title: 'CPU µs/req', align: 'right', cell: ({ cpuUs }) => threeDigits(cpuUs) },
      {
        title: 'busy',
        align: 'right',
        cell: ({ utilization }) => roughShare(utilization),
      },
      { title: 'limit', cell: ({ workerBound }) => (workerBound ? 'worker' : 'not the worker') },
    ],
    ceilings,
  );
  const bounds = ceilings.every(({ workerBound }) => workerBound)
    ? ''
    : '\nWhere the worker was not the limit, it can do more than the figure shows, and runs are not judged by it.\n';
  return `${table}\nRequests per second of one worker, small product, with a service that does nothing.\n${bounds}`;
}
