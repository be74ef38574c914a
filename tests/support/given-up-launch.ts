/**
 * Whether a rejection that nobody hears of is of a start of Electron that took too long: Playwright then forgets some of
 * what it waited for, beside what it throws to whoever asked for the start.
 */
export const isGivenUpLaunch = (error: unknown): boolean =>
  Reflect.get(Object(error), 'name') === 'TimeoutError' &&
  /^Timeout \d+ms exceeded\.$/.test(String(Reflect.get(Object(error), 'message')));
