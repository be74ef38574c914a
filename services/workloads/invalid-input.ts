/** The request is wrong, in words for its sender: 400, a client fault or INVALID_ARGUMENT. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}
