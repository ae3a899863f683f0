import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const lastLine: Experiment = {
  id: 'R11',
  title: 'The database enforces the rules even if the application fails to',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/database/serving-role.test.ts': 'statements the serving role has no right to run',
        'apps/server/src/features/availability/storm.test.ts': 'two hundred people want one morning, in two processes',
        'apps/server/src/features/availability/oversell.test.ts': 'writers that skip every check never oversell a day',
      },
      context,
    ),
}
