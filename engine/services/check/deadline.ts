/** A step that took too long. */
export class DeadlineError extends Error {
  constructor(seconds: number) {
    super(`No answer within ${seconds} s`);
    this.name = 'DeadlineError';
  }
}

/**
 * Gives `act` a time limit in milliseconds; then `abandon` must end what it began, and the promise rejects
 * with a {@link DeadlineError}, whatever `act` does.
 */
export async function within<T>(
  ms: number,
  act: () => Promise<T>,
  abandon: () => void = () => undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineError(ms / 1000));
      abandon();
    }, ms);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}
