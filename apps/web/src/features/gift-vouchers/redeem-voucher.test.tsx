import { Booking } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { BOOKING_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { giftInHand, keepGift } from './gift-in-hand.ts'
import { RedeemVoucher, redeem } from './redeem-voucher.tsx'
import type { TypedVoucher, VoucherInHand } from './voucher-field.tsx'

function Paying() {
  const [voucher, setVoucher] = useState<VoucherInHand | null>(null)
  return (
    <>
      <RedeemVoucher booking={Booking.parse(BOOKING_ON_THE_WIRE)} onInHand={setVoucher} />
      {voucher && (
        <button type="button" onClick={voucher.pay}>
          Pay
        </button>
      )}
    </>
  )
}

test('a voucher code that could not be sent stays typed, with advice', async () => {
  answerWith({})
  show(<Paying />)
  fireEvent.click(screen.getByRole('button', { name: 'Use a gift code' }))
  const code = screen.getByLabelText<HTMLInputElement>('Gift code')
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  fireEvent.change(code, { target: { value: 'WXYZ-2345-ABCD-6789' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
  expect(await screen.findByText('Failed to use the gift code. Please try again in a moment.')).toBeDefined()
  expect(code.value).toBe('WXYZ-2345-ABCD-6789')
})

interface NewBookingProps {
  onChange: (typed: string) => void
  holds: CurrentHold[] | undefined
}

function NewBooking({ onChange, holds }: NewBookingProps) {
  const [voucher, setVoucher] = useState<TypedVoucher | null>(null)
  return (
    <RedeemVoucher
      voucher={voucher}
      holds={holds}
      error={undefined}
      effect={voucher?.covers && 'Takes it off.'}
      onChange={(next) => {
        setVoucher(next)
        onChange(next.typed)
      }}
    />
  )
}

test('the code of the gift in hand is filled in, and is none anymore once it is taken out', async () => {
  answerWith({})
  const code = 'WXYZ-2345-ABCD-6789'
  keepGift({ code, says: '$200.00', trip: null })
  const typed: string[] = []
  show(<NewBooking onChange={(text) => typed.push(text)} holds={[]} />)
  expect(typed).toEqual([code])
  fireEvent.change(screen.getByLabelText('Gift code'), { target: { value: '' } })
  expect(typed).toEqual([code, ''])
  expect(giftInHand()).toEqual({})
})

test('what is wrong with a code is said where it is typed, before Continue', async () => {
  answerWith({
    'POST /api/gifts': () => Response.json({ error: 'voucher-not-found', message: 'No such code.' }, { status: 404 }),
  })
  show(<NewBooking onChange={() => {}} holds={[]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use a gift code' }))
  fireEvent.change(screen.getByLabelText('Gift code'), { target: { value: 'WXYZ-2345-ABCD-6789' } })
  expect(await screen.findByText('No such code. Leave this empty to pay by card.')).toBeDefined()
})

test('a code that is too short says so once its field is left, without taking the focus back', async () => {
  answerWith({})
  show(<NewBooking onChange={() => {}} holds={[]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use a gift code' }))
  const code = screen.getByLabelText('Gift code')
  fireEvent.change(code, { target: { value: '9KGH-9Y' } })
  expect(screen.queryByText(/too short/)).toBeNull()
  code.blur()
  expect(await screen.findByText(/^That code is too short\./)).toBeDefined()
  expect(document.activeElement).not.toBe(code)
  fireEvent.change(code, { target: { value: '9KGH-9YA' } })
  expect(screen.queryByText(/too short/)).toBeNull()
})

const GIFT = {
  senderName: 'Ada',
  recipientName: 'Bo',
  picture: 'cypress',
  code: 'WXYZ-2345-ABCD-6789',
  worth: 200,
  trip: null,
  recipientEmail: null,
  words: null,
  expiresOn: null,
  left: 0,
  status: 'USED',
  uses: [],
}
const aHold = (until: string) => ({ holdId: crypto.randomUUID(), expiresAt: new Date(until) }) as CurrentHold

test('one that is set aside for a booking says so until when, unless that is their own hold', async () => {
  const use = { bookingId: 7, tripDate: '2099-06-10', isCanceled: false, amount: 200 }
  const until = '2099-06-10T12:00:00Z'
  const answer = (uses: object[], setAside: object | null, holds: CurrentHold[] = []) => {
    cleanup()
    answerWith({ 'POST /api/gifts': () => Response.json({ ...GIFT, uses, setAside }) })
    show(<NewBooking onChange={() => {}} holds={holds} />)
    fireEvent.click(screen.getByRole('button', { name: 'Use a gift code' }))
    fireEvent.change(screen.getByLabelText('Gift code'), { target: { value: GIFT.code } })
  }
  answer([use], null)
  expect(await screen.findByText('This gift has nothing left on it. Leave this empty to pay by card.')).toBeDefined()
  answer([], { amount: 200, until })
  expect(
    await screen.findByText(/^This gift is set aside for a booking being made until 8:00 AM Eastern\./),
  ).toBeDefined()
  answer([], { amount: 200, until }, [aHold(until)])
  expect(await screen.findByText('Takes it off.')).toBeDefined()
  expect(screen.queryByText(/set aside/)).toBeNull()
})

function Moving({ to }: { to: (CurrentHold[] | undefined)[] }) {
  const [at, setAt] = useState(0)
  return (
    <>
      <NewBooking onChange={() => {}} holds={to[at]} />
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  )
}

test('a gift is asked for again where the hold that has it goes or is another, and one used meanwhile pays nothing', async () => {
  const [first, second] = ['2099-06-10T12:00:00Z', '2099-06-10T12:05:00Z']
  const asideUntil = (until: string) => () => Response.json({ ...GIFT, setAside: { amount: 200, until } })
  const answers = { 'POST /api/gifts': asideUntil(first) }
  const asked = answerWith(answers)
  show(<Moving to={[[{ ...aHold(first), giftCode: GIFT.code }], [aHold(second)], []]} />)
  await screen.findByText('Takes it off.')
  answers['POST /api/gifts'] = asideUntil(second)
  fireEvent.click(screen.getByText('Next'))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(await screen.findByText('Takes it off.')).toBeDefined()
  expect(screen.queryByText(/set aside/)).toBeNull()
  answers['POST /api/gifts'] = () => Response.json({ ...GIFT, setAside: null })
  fireEvent.click(screen.getByText('Next'))
  await screen.findByText('This gift has nothing left on it. Leave this empty to pay by card.')
  expect(screen.queryByText('Takes it off.')).toBeNull()
})

test('a gift is asked for once it is known what is held', async () => {
  const until = '2099-06-10T12:00:00Z'
  const asked = answerWith({ 'POST /api/gifts': () => Response.json({ ...GIFT, setAside: { amount: 200, until } }) })
  show(<Moving to={[undefined, [aHold(until)]]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use a gift code' }))
  fireEvent.change(screen.getByLabelText('Gift code'), { target: { value: GIFT.code } })
  expect(asked).toEqual([])
  fireEvent.click(screen.getByText('Next'))
  await screen.findByText('Takes it off.')
})

test('a gift that was used by somebody else meanwhile is answered by the way to pay without it', async () => {
  const holdId = crypto.randomUUID()
  answerWith({
    [`PUT /api/bookings/holds/${holdId}/voucher`]: refused(409, 'Nothing is left on it.', 'voucher-not-good'),
  })
  const chosen = { packageType: 'TROPHY', riders: 0 } as const
  await expect(redeem('WXYZ-2345-ABCD-6789', { holdId } as CurrentHold, chosen)).rejects.toThrow(
    'Nothing is left on it. Leave this empty to pay by card.',
  )
})

test('the gift of a hold that is found is filled in', async () => {
  answerWith({})
  const typed: string[] = []
  const hold = { ...aHold('2027-05-17T12:00:00Z'), giftCode: 'WXYZ-2345-ABCD-6789' }
  show(<NewBooking onChange={(text) => typed.push(text)} holds={[hold]} />)
  expect(typed).toEqual(['WXYZ-2345-ABCD-6789'])
  expect(screen.getByLabelText<HTMLInputElement>('Gift code').value).toBe('WXYZ-2345-ABCD-6789')
})
