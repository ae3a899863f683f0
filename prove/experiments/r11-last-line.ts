import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const lastLine: Experiment = {
  id: 'R11',
  title: 'The database refuses what the application must not do',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/database/serving-role.test.ts': 'statements that the role that serves has no right to',
        'apps/server/src/features/availability/storm.test.ts': 'two hundred people want one morning, in two processes',
        'apps/server/src/features/availability/oversell.test.ts':
          'writers that check nothing themselves never oversell a day',
      },
      context,
    ),
}
