import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const cardData: Experiment = {
  id: 'R15',
  title: 'No card number is stored anywhere',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/payments/card-data.test.ts': 'none in the database, logs, data folder or answers',
      },
      context,
    ),
}
