/**
 * Whether an unhandled rejection is that of a start of Electron that took too long: Playwright then forgets some of its
 * promises, besides the error that it throws to the caller.
 */
export const isGivenUpLaunch = (error: unknown): boolean =>
  Reflect.get(Object(error), 'name') === 'TimeoutError' &&
  /^Timeout \d+ms exceeded\.$/.test(String(Reflect.get(Object(error), 'message')));
