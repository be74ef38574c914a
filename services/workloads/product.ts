import type { Message } from '../../workloads/description.ts';
import type { Handler, OpenedWorkload } from './handlers.ts';
import { reverseCharacters } from './reverse.ts';

function textOf(request: Message, field: string): string {
  const value = request[field];
  return typeof value === 'string' ? value : '';
}

/** The operations of the product workload. */
export const productHandlers = {
  echo: (request) => request,
  modify: (request) => ({
    ...request,
    description: reverseCharacters(textOf(request, 'description')),
  }),
} satisfies Record<string, Handler>;

export async function openProduct(): Promise<OpenedWorkload> {
  return { handlers: productHandlers, stop: async () => undefined };
}
