import type { AdminBooking } from '@arcadia/contract/bookings'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showToAdmin } from '../../testing/show.tsx'
import { dropToasts, Toaster } from '../../ui/toast.tsx'
import { useTellOutcome } from './use-tell-outcome.ts'

beforeEach(dropToasts)

const BOOKING = {
  firstName: 'Doris',
  phone: '(863) 555-0142',
  selectedDate: '2027-06-04',
  confirmationNumber: 'JB-12345678',
  email: null,
}

function Told({ booking }: { booking: object }) {
  const tell = useTellOutcome()
  return (
    <>
      <button type="button" onClick={() => tell('Moved.', { ...BOOKING, ...booking } as AdminBooking, 'moved')}>
        Move
      </button>
      <Toaster />
    </>
  )
}

test('a guest without an email is named as not told, with the text that tells them', async () => {
  showToAdmin(<Told booking={{}} />)
  fireEvent.click(screen.getByText('Move'))
  expect(await screen.findByText("Moved. Doris has no email and doesn't know yet.")).toBeDefined()
  expect(decodeURIComponent(screen.getByRole('link', { name: 'Text it to Doris' }).getAttribute('href')!)).toMatch(
    /^sms:\+18635550142\?&body=Hi Doris, .*your trip is now .* Eastern\. Your number is still JB-12345678\.$/,
  )
})

test('of a guest with an email nothing more is said', async () => {
  showToAdmin(<Told booking={{ email: 'doris@example.com' }} />)
  fireEvent.click(screen.getByText('Move'))
  expect(await screen.findByText('Moved.')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
