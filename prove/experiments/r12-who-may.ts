import type { Experiment } from '../experiment.ts'
import { rowsOfTests } from '../support/tests.ts'

export const whoMay: Experiment = {
  id: 'R12',
  title: 'Nobody calls what is not for them',
  run: (context) =>
    rowsOfTests(
      {
        'apps/server/src/http/contract.test.ts':
          'every endpoint, for everybody who can and cannot be signed in, and whatever JSON is sent',
      },
      context,
    ),
}
