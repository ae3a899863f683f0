import type { Experiment } from '../experiment.ts'
import { hasProgram } from '../support/nginx.ts'
import { rowsOfTests } from '../support/tests.ts'

/** The tests that depend most on connections. */
const MOST_AT_STAKE = {
  'apps/server/src/http/private-stream.test.ts':
    'signed-in users get live updates, over a connection that bypasses the pooler',
  'apps/server/src/features/holds/holds.test.ts': 'holds and their limits',
  'apps/server/src/features/waitlist/waitlist.test.ts': 'waitlist, offers and leases',
}

export const pooler: Experiment = {
  id: 'E2',
  title: 'Through PgBouncer in transaction mode',
  async run(context) {
    if (!hasProgram('pgbouncer', '--version')) {
      context.say('Skipped: needs PgBouncer (apt-get install pgbouncer).')
      return []
    }
    const everything = { 'apps/server/src/': 'the whole server suite' }
    return rowsOfTests(context.minutes === undefined ? MOST_AT_STAKE : everything, context, { TEST_PGBOUNCER: '1' })
  },
}
