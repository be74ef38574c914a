/** The `compare` part of the engine API. */
export const compareContract = {};
