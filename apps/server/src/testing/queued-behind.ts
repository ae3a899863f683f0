import { eventually, type TestApp } from './test-app.ts'

/**
 * Sends requests so that they queue for the lock on the account's row in the given order, then releases the row. Returns their
 * results.
 */
export async function queuedBehind<T extends readonly (() => Promise<unknown>)[]>(
  app: TestApp,
  userId: number,
  ...requests: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const blocker = await app.database.pool.connect()
  const sent: Promise<unknown>[] = []
  try {
    await blocker.query('begin')
    await blocker.query('select from users where id = $1 for update', [userId])
    for (const request of requests) {
      sent.push(request())
      await untilWaiting(app, sent.length)
    }
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  return (await Promise.all(sent)) as never
}

/** Waits until that many connections are waiting for a lock. */
export async function untilWaiting({ database: { pool } }: TestApp, connections: number): Promise<void> {
  await eventually(async () => {
    // Not in the caller's transaction, which would keep seeing its first snapshot of pg_stat_activity.
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === connections
  })
}
