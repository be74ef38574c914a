/** The `services` part of the engine API. */
export const servicesContract = {};
