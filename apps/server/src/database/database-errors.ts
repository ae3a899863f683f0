/** What PostgreSQL's and the driver's errors mean to us. */

interface DatabaseError extends Error {
  code?: string
  constraint?: string
}

/** The SQLSTATE, or the system's code, of the error itself or of its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return (error as DatabaseError).code ?? codeOf(error.cause)
}

/** The oversell guard (migration 0005) refused the transaction. */
export function isOversold(error: unknown): boolean {
  return codeOf(error) === 'AR001'
}

/** The guard refused it because groups do not share the day like that. */
export function isNotShared(error: unknown): boolean {
  return codeOf(error) === 'AR002'
}

/** The unique constraint or index that was violated, by name. */
export function violatedUnique(error: unknown): string | undefined {
  return codeOf(error) === '23505' ? (error as DatabaseError).constraint : undefined
}

/** Two transactions waited for each other and this one was chosen to give way: it can simply run again. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01'
}

/** It waited for a lock of another transaction for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** The server is stopping, starting, unreachable, overloaded, a standby, without a connection to give or room: it will come back. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code && /^(57P0[1-5]|57014|55P03|25006|25P0[34]|08\w{3}|5[38]\w{3})$/.test(code)) return true
  if (code && /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return true
  return (
    error instanceof Error &&
    /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|is not queryable/.test(
      error.message,
    )
  )
}
