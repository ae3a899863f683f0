import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Something is wrong with the house, and stays on every tab until it works again (docs/rules.md §9.9). */
export const Alarm = z.object({
  /** The check's, such as `quickbooks`, `emails`, `disk`, `backup`, `clock`. */
  name: z.string(),
  sentence: z.string(),
  /** The button that helps, and where, null if right there; null if the caller can't help in the portal. */
  remedy: z.nullable(z.object({ label: z.string(), to: z.nullable(z.string()) })),
})
export type Alarm = z.infer<typeof Alarm>

export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/alarms',
  access: 'office',
  summary: 'What is wrong now, for the bar on every tab; empty while all works.',
  failed: 'Failed to load the alarms',
  response: z.array(Alarm),
})

export const sayClockIsRight = endpoint({
  method: 'PUT',
  path: '/api/admin/alarms/clock',
  access: 'owner',
  summary:
    "The server's date is right, however far ahead of when the site last ran: what goes by time goes on. Idempotent; answers what is wrong now.",
  failed: 'Failed to save',
  response: z.array(Alarm),
})
