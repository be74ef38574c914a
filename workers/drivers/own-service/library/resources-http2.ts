import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Driver } from '../../driver.ts';
import { type Http2Answer, LibraryHttp2Connection } from '../../library/http2-connection.ts';
import type { CallsByOperation, OwnServiceDriverOptions } from '../calls.ts';
import { isOfConnection } from '../text-call.ts';
import { answerIn, sizeOfBody, textRequests } from './text-request.ts';

/** Parses JSON as an application does; checks use the text. */
function read({ headers }: Http2Answer, text: string): void {
  if (!/json/i.test(headers['content-type'] ?? '')) return;
  try {
    JSON.parse(text);
  } catch {
    // Checks decide whether it has to be JSON.
  }
}

/** Requests to an own service over HTTP/2 through Node's own client. */
export function openResourcesHttp2(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter } = options;
  return {
    prepare: textRequests(options, calls, (known) => ({ target, headers, body, object }) => {
      const { method } = known.call;
      const { host, ...others } = headers;
      const sent = Object.entries(others).filter(([name]) => !isOfConnection(name));
      return {
        headers: {
          ':method': method,
          ':path': target,
          ...(host === undefined ? {} : { ':authority': host }),
          ...Object.fromEntries(sent),
        },
        body: () => (object ? Buffer.from(JSON.stringify(object)) : body),
        answer: (answer: Http2Answer) => {
          const text = answer.body.toString('utf8');
          read(answer, text);
          return answerIn(known, { ...answer, text });
        },
      };
    }),
    open: () => new LibraryHttp2Connection(address, meter, sizeOfBody),
    close: () => undefined,
  };
}
