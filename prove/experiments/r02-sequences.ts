import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const sequences: Experiment = {
  id: 'R2',
  title: 'Whatever order things happen in',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/waitlist/interleavings.test.ts':
          'people book, move, cancel, wait and take offers at once',
        'apps/server/src/features/bookings/booking-money.random.test.ts':
          'no order of payments, changes and refunds takes or gives back too much',
        'apps/server/src/demo/demo.test.ts': 'two played seasons leave nothing for the doctor to find',
      },
      context,
    ),
}
