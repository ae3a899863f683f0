import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const sameIntent: Experiment = {
  id: 'R6',
  title: 'A repeated request takes effect once',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/gift-vouchers/redeem-vouchers.test.ts':
          'a gift voucher never pays more than it is worth',
        'apps/server/src/features/gift-vouchers/trip-vouchers.test.ts':
          'a gift for a trip never gives more dollars than were paid for it',
        'apps/server/src/features/manual-payments/manual-payments.test.ts': 'cash, a second click and a card at once',
        'apps/server/src/features/balance-links/balance-links.test.ts': 'two phones at once pay the balance once',
        'apps/server/src/features/messages/messages.fleet.test.ts':
          'killed in the middle of a group email, everyone gets it once',
      },
      context,
    ),
}
