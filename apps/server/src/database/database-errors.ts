/** Classifies errors of PostgreSQL and its driver. */

interface DatabaseError extends Error {
  code?: string
  constraint?: string
}

/** The SQLSTATE or system error code of the error or its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return (error as DatabaseError).code ?? codeOf(error.cause)
}

/** The oversell guard (`migrations/functions/guard.sql`) rejected the transaction. */
export function isOversold(error: unknown): boolean {
  return codeOf(error) === 'AR001'
}

/** The guard rejected the transaction because of the rule for sharing a day between groups. */
export function isNotShared(error: unknown): boolean {
  return codeOf(error) === 'AR002'
}

/** The name of the violated unique constraint or index. */
export function violatedUnique(error: unknown): string | undefined {
  return codeOf(error) === '23505' ? (error as DatabaseError).constraint : undefined
}

/** PostgreSQL aborted this transaction to break a deadlock; it can be retried. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01'
}

/** Waiting for another transaction's lock timed out. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/**
 * A transient failure: the server is stopping, starting, unreachable, overloaded, a standby, or out of connections or space; or
 * this process has no file descriptor left to reach it with.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code && /^(57P0[1-5]|57014|55P03|25006|25P0[34]|08\w{3}|5[38]\w{3})$/.test(code)) return true
  if (
    code &&
    /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|E[MN]FILE)$/.test(code)
  )
    return true
  return (
    error instanceof Error &&
    /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|is not queryable/.test(
      error.message,
    )
  )
}
