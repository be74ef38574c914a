/** The `library` part of the engine API. */
export const libraryContract = {};
