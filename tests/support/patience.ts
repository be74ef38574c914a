/** Milliseconds that tests wait for what will come, and for which a slow machine may need long. */
export const patience = 60_000;
