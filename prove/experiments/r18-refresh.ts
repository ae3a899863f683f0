import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const refresh: Experiment = {
  id: 'R18',
  title: 'The provider connection is refreshed once at a time',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/features/merchant/merchant.fleet.test.ts':
          'fifty refreshes at once in two processes, and a kill before the save',
      },
      context,
    ),
}
