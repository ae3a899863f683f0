/** A startup failure the user can fix: printed as one line without a stack, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
