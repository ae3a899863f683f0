/** A reason not to start that a person can act on: shown as one line, without a stack, and the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError'
}
