import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = join(import.meta.dirname, '../apps/web/src/features')

/** Drawings, calendars and print. Features lay out everything else with utility classes. */
const ALLOWED = [
  'admin-bookings/bookings-calendar.css',
  'availability/availability-calendar.css',
  'configuration/blackout-calendar.css',
  'dashboard/day-sheet.css',
  'dashboard/season.css',
  'payments/hold-countdown.css',
]

test('a feature has a style file only for a drawing, a calendar or print', async () => {
  const files = await readdir(features, { recursive: true })
  expect(files.filter((file) => file.endsWith('.css')).sort()).toEqual(ALLOWED)
})
