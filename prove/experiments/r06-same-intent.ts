import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const sameIntent: Experiment = {
  id: 'R6',
  title: 'The same intent many times is one',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/gift-vouchers/gift-vouchers.test.ts':
          'a gift voucher never pays more than it is worth',
        'apps/server/src/features/manual-payments/manual-payments.test.ts': 'cash, a second click and a card at once',
        'apps/server/src/features/balance-links/balance-links.test.ts': 'two phones at once pay a balance once',
        'apps/server/src/features/messages/messages.fleet.test.ts':
          'killed in the middle of writing to many, each gets it once',
      },
      context,
    ),
}
