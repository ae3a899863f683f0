import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const cardData: Experiment = {
  id: 'R15',
  title: 'No card number is kept anywhere',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/payments/card-data.test.ts':
          'not in the database, the logs, the data folder or an answer',
      },
      context,
    ),
}
