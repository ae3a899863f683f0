import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const sequences: Experiment = {
  id: 'R2',
  title: 'Any order of events is safe',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/waitlist/interleavings.test.ts':
          'people book, move, cancel, join waitlists and take offers at once',
        'apps/server/src/features/bookings/booking-money.random.test.ts':
          'no order of payments, changes and refunds charges or refunds too much',
        'apps/server/src/demo/demo.test.ts': 'after two simulated seasons the doctor finds nothing',
      },
      context,
    ),
}
