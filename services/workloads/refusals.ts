/** Why a workload refuses a request; each protocol has its own code for it. */
export abstract class RefusedRequest extends Error {}

/** The request is invalid, with an explanation for its sender: 400, a client fault or INVALID_ARGUMENT. */
export class InvalidInput extends RefusedRequest {
  override readonly name = 'InvalidInput';
}

/** The requested item does not exist: 404 or NOT_FOUND. */
export class NotFound extends RefusedRequest {
  override readonly name = 'NotFound';
}

/** The item to create exists already: 409 or ALREADY_EXISTS. */
export class Conflict extends RefusedRequest {
  override readonly name = 'Conflict';
}

/** No connection to the database became free in time: 503 or RESOURCE_EXHAUSTED, each with the pool's mark. */
export class PoolExhausted extends RefusedRequest {
  override readonly name = 'PoolExhausted';
}
