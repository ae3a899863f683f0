import type { Receipts } from '@arcadia/contract/receipts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ReceiptsView } from './receipts-view.tsx'

const TRIP = {
  confirmationNumber: 'JB-1',
  packageType: 'TROPHY',
  selectedDate: '2999-05-17',
  numberOfGuests: 2,
  riders: 0,
  canceledByUs: false,
  canceledAt: null,
}
const RECEIPT = {
  number: 'R-C1',
  at: new Date('2027-05-03T15:00:00Z'),
  isBack: false,
  amount: 70_000,
  what: 'Deposit',
  how: 'Visa ending in 1111',
  payer: 'Ada Angler',
}

test.each([
  ['to come', { outcome: 'ON' }, true],
  ['that is over', { outcome: 'ON', selectedDate: '2026-05-17' }, false],
  ['that took place', { outcome: 'TOOK_PLACE' }, false],
  ['canceled', { outcome: null }, false],
])('the paper of a trip %s says what its deposit may be used for only while it is to come', (_, of, says) => {
  const data = {
    ...{ receipts: [RECEIPT], tips: [], gift: null, opensTrip: true, statement: null },
    trip: { ...TRIP, ...of },
  } as unknown as Receipts
  const query = { data, error: null, refetch: async () => undefined }
  show(<ReceiptsView query={query as never} />)
  expect(screen.queryAllByText(/may be used to reschedule/)).toHaveLength(says ? 1 : 0)
})
