import { addresses } from '@arcadia/contract/addresses'
import type { Booking } from '@arcadia/contract/bookings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { NextSteps } from './next-steps.tsx'

test('the next steps are the waiver, the balance and the guide, each a link to where it is done', async () => {
  customerSession.signIn({ token: 'token', user: { id: 7 } } as Parameters<typeof customerSession.signIn>[0])
  const waiver = { url: 'http://localhost:3000/waiver#7-secret', wanted: 2, signatures: [] }
  answerWith({ 'GET /api/bookings/7/waiver': () => Response.json({ waiver }) })
  const booking = { id: 7, selectedDate: '2099-07-01', pendingAmount: 430000 } as Booking
  show(<NextSteps booking={booking} today="2099-06-01" onLeave={() => {}} />)
  const link = await screen.findByRole('link', { name: /^Sign the waiver/ })
  expect(link.getAttribute('href')).toBe(addresses.trip.own.href(booking))
  expect(link.parentElement!.textContent).toContain('send the link to your group')
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links).toEqual(['Sign the waiver', 'Pay your $4,300.00 balance', 'Tell your guide'])
})
