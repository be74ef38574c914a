/** The `history` part of the engine API. */
export const historyContract = {};
