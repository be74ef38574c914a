/** The `reports` part of the engine API. */
export const reportsContract = {};
