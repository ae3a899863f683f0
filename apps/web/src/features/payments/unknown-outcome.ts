import { ApiError } from '../../api/call.ts'

const UNKNOWN: readonly string[] = ['no-answer', 'unreadable-answer', 'internal-error', 'not-ready']

/** Whether a failed payment call leaves open if the money was taken: only the server's own words say that it was not. */
export function leavesOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || UNKNOWN.includes(error.code)
}
