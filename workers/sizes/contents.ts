import type { Inspection } from '../../contracts/inspection.ts';
import type { CallContents, EncodedCall } from '../../contracts/sizes.ts';
import type { Message, MessageType } from '../../workloads/description.ts';
import { inspectMessage } from '../../workloads/inspect/inspect.ts';
import { jsonBytes } from '../../workloads/messages/json-bytes.ts';
import type { ShapeRequests } from '../../workloads/workload.ts';
import type { MessageSizes, SizedWorkload } from './size.ts';

/** Messages with longer JSON are not parsed: their spans would take more memory than they. */
const inspectedBytes = 4 * 1024 * 1024;

/** Records the content of a capture's calls. */
export class ContentsLog {
  readonly #sizes: MessageSizes;
  readonly #workload: SizedWorkload;
  readonly #requests: ShapeRequests;
  readonly #calls: EncodedCall[] = [];
  #last: { request: Message; answer: Message } | null = null;

  constructor(sizes: MessageSizes, workload: SizedWorkload, requests: ShapeRequests) {
    this.#sizes = sizes;
    this.#workload = workload;
    this.#requests = requests;
  }

  /** @param sequence the number of the request. */
  add(sequence: number, request: Message, answer: Message): void {
    const { operation } = this.#requests;
    const messages = () =>
      operation.stream === 'request' ? (this.#requests.stream?.(sequence) ?? []) : [request];
    this.#calls.push({
      request: this.#sizes.request(this.#workload, operation, messages),
      answer: this.#sizes.answer(this.#workload, operation, answer),
    });
    this.#last = { request, answer };
  }

  done(): CallContents {
    const { request, response } = this.#requests.operation;
    return {
      calls: this.#calls,
      request: this.#last && inspected(request, this.#last.request),
      answer: this.#last && inspected(response, firstOf(this.#last.answer, this.#requests)),
    };
  }
}

/** For a streamed answer its first message. */
function firstOf(answer: Message, { operation }: ShapeRequests): Message {
  if (operation.stream !== 'response') return answer;
  const { items } = answer;
  const [first] = Array.isArray(items) ? (items as readonly Message[]) : [];
  return first ?? {};
}

function inspected(type: MessageType, message: Message): Inspection | null {
  return jsonBytes(type, message) > inspectedBytes ? null : inspectMessage(type, message);
}
