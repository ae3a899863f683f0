import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const pretend: Experiment = {
  id: 'R26',
  title: 'Nothing pretends to be money, and no wrong clock ends anything',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/trials.test.ts': 'what was booked as a trial becomes no real booking, and is put away',
        'apps/server/src/encryption-key.test.ts': 'a database belongs to its encryption key',
        'apps/server/src/mail/mail-delivery.test.ts': 'what waited for a day goes to nobody before an owner says so',
        'apps/server/src/jobs/clock-watch.test.ts': 'a clock that is weeks ahead ends nothing',
      },
      context,
    ),
}
