import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const oneCharge: Experiment = {
  id: 'R5',
  title: 'A lost answer never causes a second charge',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/payments/deposit.test.ts': 'each provider fault resolves unattended, with one charge',
        'apps/server/src/features/refunds/refunds.test.ts': 'each provider fault resolves unattended, with one refund',
        'apps/server/src/features/refunds/refunds.fleet.test.ts':
          'five clicks in two processes, and a kill at any step, refund once',
      },
      context,
    ),
}
