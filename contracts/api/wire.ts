/** The `wire` part of the engine API. */
export const wireContract = {};
