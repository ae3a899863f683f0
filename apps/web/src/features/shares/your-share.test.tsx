import type { PaidShare } from '@arcadia/contract/shares'
import type { Trip } from '@arcadia/contract/trips'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readSiteData } from '../../prerender/site-data.ts'
import { show, textOf } from '../../testing/show.tsx'
import { YourShare } from './your-share.tsx'

const { business } = readSiteData()
const before = { ...business }
afterEach(() => void Object.assign(business, before))

test.each([
  [{ balanceByCard: true, balanceByCash: true }, 'Pay by card or cash, and you can get a receipt by email.'],
  [{ balanceByCard: false, balanceByCash: true }, 'Pay by cash.'],
  [{ balanceByCard: false, balanceByCash: false }, 'Pay by card, and you can get a receipt by email.'],
])('who has the link of a share reads how it can be paid: %j', (ways, says) => {
  Object.assign(business, ways)
  const share = { name: 'Sam', state: 'OPEN', asks: 215_000, paid: 0 } as PaidShare
  const trip = { packageType: 'TROPHY', selectedDate: '2099-06-10' } as Trip
  show(<YourShare trip={trip} share={share} pay={(act) => act} receipt={null} />)
  expect(textOf(screen.getByText(/^(Due|Pay by)/))).toContain(says)
})
