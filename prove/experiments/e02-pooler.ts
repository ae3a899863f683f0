import type { Experiment } from '../experiment.ts'
import { hasProgram } from '../support/nginx.ts'
import { rowsOfTests } from '../support/tests.ts'

/** What has to do with connections most. */
const MOST_AT_STAKE = {
  'apps/server/src/http/private-stream.test.ts': 'who is signed in hears of changes, over a connection past the pooler',
  'apps/server/src/features/holds/holds.test.ts': 'holds and their limits',
  'apps/server/src/features/waitlist/waitlist.test.ts': 'waiting, offers and their leases',
}

export const pooler: Experiment = {
  id: 'E2',
  title: 'Through PgBouncer in transaction mode',
  async run(context) {
    if (!hasProgram('pgbouncer', '--version')) {
      context.say('Skipped: it needs PgBouncer (apt-get install pgbouncer).')
      return []
    }
    const everything = { 'apps/server/src/': 'everything the server does' }
    return rowsOfTests(context.minutes === undefined ? MOST_AT_STAKE : everything, context, { TEST_PGBOUNCER: '1' })
  },
}
