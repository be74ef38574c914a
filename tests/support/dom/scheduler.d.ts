/** React's scheduler, which has no types of its own. */
declare module 'scheduler' {
  export const unstable_IdlePriority: unique symbol;
  export function unstable_scheduleCallback(
    priority: typeof unstable_IdlePriority,
    callback: (value: unknown) => void,
  ): unknown;
}
