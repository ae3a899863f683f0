import type { Session } from '@arcadia/contract/accounts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { holdParty } from './hold-party.ts'
import { newDetails } from './trip-details.ts'

afterEach(() => vi.unstubAllGlobals())

test('reports an unexpected error and lets the customer continue', async () => {
  const surprise = new TypeError('Cannot read properties of undefined')
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const client = new QueryClient()
  vi.spyOn(client, 'fetchQuery').mockRejectedValue(surprise)
  vi.stubGlobal('window', { location: { hostname: 'localhost' } })
  vi.stubGlobal('fetch', async () => Response.json({ available: true, message: '', availableSpots: 4 }))
  const config = {
    maxCapacity: 4,
    sharing: 'OPEN' as const,
    depositPerGuest: 350_00,
    standardPackagePrice: 1500_00,
    trophyPackagePrice: 2500_00,
    seasonStart: '2099-05-16',
    seasonEnd: '2099-09-05',
    closedDays: [],
    blackoutDates: [],
    holdDurationMinutes: 5,
  }
  const party = {
    session: { token: 't' } as Session,
    client,
    config,
    date: '2099-06-10',
    details: newDetails(),
    earlier: null,
    offer: null,
    voucher: null,
  }
  expect(await holdParty(party)).toEqual({
    problem: { message: 'Failed to verify slot availability. Please try again.' },
  })
  expect(reported).toHaveBeenCalledWith(surprise)
})
