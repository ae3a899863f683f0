import { eventually, type TestApp } from './test-app.ts'

/**
 * Sends requests one after another, each once those before it wait for the account's row, which another connection has;
 * answers what came of them. They get the row in that order.
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

/** Waits until so many connections wait for a lock of another one. */
export async function untilWaiting({ database: { pool } }: TestApp, connections: number): Promise<void> {
  await eventually(async () => {
    // Not in a transaction of the caller's, which sees the connections as they were when it first looked.
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === connections
  })
}
