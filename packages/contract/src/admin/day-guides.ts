import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { TripDate } from '../trip-date.ts'

// Who guides on a day (docs/rules.md §21.7).

const Guide = z.object({ id: Id, name: z.string() })

export const DayGuide = z.object({
  guide: z.nullable(Guide),
  /** Who else can; empty for a guide, who sets nobody. */
  choices: z.array(Guide),
})

export const setDayGuide = endpoint({
  method: 'PUT',
  path: '/api/admin/dashboard/days/:date/guide',
  access: 'office',
  summary: 'Sets who guides on a day: somebody who works here. `null` leaves it to the only guide there is.',
  failed: 'Failed to set the guide',
  params: z.object({ date: TripDate }),
  body: z.strictObject({ guideId: z.nullable(Id) }),
  response: null,
})
