import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const whoMay: Experiment = {
  id: 'R12',
  title: 'Nobody can call an endpoint they are not authorized for',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/http/contract.test.ts': 'every endpoint, for every role and signed out, with arbitrary JSON',
      },
      context,
    ),
}
