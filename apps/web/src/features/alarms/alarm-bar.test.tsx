import { portal } from '@arcadia/contract/addresses'
import { listAlarms } from '@arcadia/contract/admin/alarms'
import { createConnectTicket } from '@arcadia/contract/merchant'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answerWith, refused, showToAdmin } from '../../testing/show.tsx'
import { AlarmBar } from './alarm-bar.tsx'

const QUICKBOOKS = {
  name: 'quickbooks',
  sentence: 'No one can book: QuickBooks is disconnected.',
  remedy: { label: 'Connect', to: portal.merchantSetup.href() },
}
const EMAILS = {
  name: 'emails',
  sentence: "Emails aren't going out.",
  remedy: { label: 'See emails', to: portal.dashboard.emails.href({ status: 'waiting' }) },
}
beforeEach(() => queryClient.clear())

const answerAlarms = (alarms: object[]) => answerWith({ [`GET ${listAlarms.path}`]: () => Response.json(alarms) })

test('each alarm is a line of its own, announced without its button', async () => {
  answerAlarms([QUICKBOOKS, EMAILS, { name: 'disk', sentence: 'Almost out of disk space.', remedy: null }])
  showToAdmin(<AlarmBar />, portal.bookings.href())
  const said = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent)
  expect(said).toEqual([QUICKBOOKS.sentence, EMAILS.sentence, 'Almost out of disk space.'])
  expect(screen.getByRole('button', { name: 'Connect' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'See emails' }).getAttribute('href')).toBe(EMAILS.remedy.to)
})

test.each([
  [portal.merchantSetup.href(), 'Connect', 'See emails'],
  [portal.dashboard.emails.href({ status: 'waiting', q: 'ada' }), 'See emails', 'Connect'],
])('on %s there is no second "%s"', async (address, own, other) => {
  answerAlarms([QUICKBOOKS, EMAILS])
  showToAdmin(<AlarmBar />, address)
  expect(await screen.findAllByRole('alert')).toHaveLength(2)
  expect(screen.queryByText(own)).toBeNull()
  expect(screen.getByText(other)).toBeDefined()
})

test('Connect begins the connection; a refusal can be read and tried again', async () => {
  const ticket = `POST ${createConnectTicket.path}`
  const asked = answerWith({
    [`GET ${listAlarms.path}`]: () => Response.json([QUICKBOOKS]),
    [ticket]: refused(429, "You've tried that too many times.", 'too-many-requests'),
  })
  showToAdmin(<AlarmBar />, portal.bookings.href())
  const connect = await screen.findByRole('button', { name: 'Connect' })
  fireEvent.click(connect)
  await waitFor(() => expect(asked).toContain(ticket))
  await waitFor(() => expect(connect.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(connect)
  await waitFor(() => expect(asked.filter((one) => one === ticket)).toHaveLength(2))
})

test('Connect can be pressed again by who comes back from QuickBooks without approving', async () => {
  const ticket = { ticket: 'once', expiresAt: '2027-06-01T12:00:00.000Z' }
  const asked = answerWith({
    [`GET ${listAlarms.path}`]: () => Response.json([QUICKBOOKS]),
    [`POST ${createConnectTicket.path}`]: () => Response.json(ticket),
  })
  showToAdmin(<AlarmBar />, portal.bookings.href())
  const connect = await screen.findByRole('button', { name: 'Connect' })
  fireEvent.click(connect)
  await waitFor(() => expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1))
  await waitFor(() => expect(connect.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(connect)
  await waitFor(() => expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(2))
})
