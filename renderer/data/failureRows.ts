import type { Cell } from '../../contracts/experiment/cell.ts';
import type { RequestLine } from '../../contracts/request-line.ts';
import { failureReason } from '../../metrics/failures.ts';
import type { LiveFailure } from './liveHistory.ts';

/** Failures of one kind in the running trial, ready to show. */
export interface FailureRow {
  readonly key: string;
  /** Of a mix or flow those of the first such failure, since others may be of another request; dashes where unknown. */
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly message: string;
  readonly count: number;
}

/** The failures of a trial, the most frequent first. */
export function failureRows(
  failures: readonly LiveFailure[],
  cell: Cell | undefined,
  requests: readonly RequestLine[],
): FailureRow[] {
  const own = requests.filter(({ protocol }) => protocol === cell?.protocol);
  return [...failures]
    .sort((a, b) => b.count - a.count)
    .map((failure) => {
      const { kind, code, count, message } = failure;
      const [part, rest, isWhole] = requestOf(message, cell, own);
      return {
        key: `${kind} ${code}`,
        method: part?.method ?? '–',
        path: part ? `${isWhole ? '' : 'first: '}${part.path}` : '–',
        status: code,
        message: failureReason({ code, message: rest }) || kind,
        count,
      };
    });
}

/** The request that failed, and its message: failures within a mix or flow begin with the name of theirs. */
function requestOf(
  message: string,
  cell: Cell | undefined,
  requests: readonly RequestLine[],
): readonly [part: RequestLine | undefined, message: string, isWhole: boolean] {
  const whole = requests.find(({ request }) => request === cell?.shape);
  if (whole) return [whole, message, true];
  const part = requests.find(({ request }) => message.startsWith(`${request}: `));
  return part ? [part, message.slice(part.request.length + 2), false] : [undefined, message, false];
}
