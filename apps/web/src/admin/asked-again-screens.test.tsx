import type { AdminGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { CalendarFeedCard } from '../features/calendar-feed/calendar-feed-card.tsx'
import { ExpiryDialog } from '../features/gift-vouchers/change-voucher-dialogs.tsx'
import { NoticesPage } from '../features/owner-notices/notices-page.tsx'
import { answerWith, refused, showToAdmin } from '../testing/show.tsx'
import { AskAgain } from './ask-again.tsx'

const ON = {
  newBooking: true,
  dateMoved: true,
  balancePaid: true,
  tip: false,
  cancelled: true,
  question: true,
  enquiry: true,
  paymentTrouble: true,
}
const NOTICES = { addresses: '', ...ON, quietFrom: '', quietUntil: '', digestAt: '' }
const VOUCHER = { id: 7, expiresOn: '2027-05-01' } as AdminGiftVoucher

test.each<
  [request: string, shown: ReactNode, typed: [label: string | RegExp, text: string] | undefined, name: string | RegExp]
>([
  [
    'POST /api/admin/calendar-feed',
    <CalendarFeedCard key="feed" link={undefined} onLink={() => {}} />,
    undefined,
    'Get calendar link',
  ],
  ['PUT /api/admin/notices', <NoticesPage key="notices" />, [/Where emails go/, 'thea@example.com'], /^Save/],
  [
    'PUT /api/admin/gift-vouchers/7/expiry',
    <ExpiryDialog key="expiry" voucher={VOUCHER} onClose={() => {}} />,
    [/Good through/, '2027-12-31'],
    /^Save/,
  ],
])('%s asks over the screen, keeps what was typed and goes again', async (request, shown, typed, name) => {
  queryClient.clear()
  let isConfirmed = false
  const bodies: unknown[] = []
  const asked = answerWith({
    'GET /api/admin/calendar-feed': () => Response.json({ feed: null }),
    'GET /api/admin/notices': () => Response.json({ notices: NOTICES, defaultAddresses: '' }),
    'GET /api/auth/me/second-factor': () => Response.json({ isOn: false, recoveryCodesLeft: 0, passkeys: 0 }),
    'POST /api/auth/confirm': () => {
      isConfirmed = true
      return new Response(null, { status: 204 })
    },
    [request]: (body) => {
      bodies.push(body)
      return isConfirmed ? Response.json({}) : refused(403, "Please confirm that it's you.", 'confirm-it-is-you')()
    },
  })
  showToAdmin(
    <>
      {shown}
      <AskAgain />
    </>,
  )
  if (typed) fireEvent.change(await screen.findByLabelText(typed[0]), { target: { value: typed[1] } })
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('dialog', { name: "Confirm it's you" })
  if (typed) expect((screen.getByLabelText(typed[0]) as HTMLInputElement).value).toBe(typed[1])
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'right' } })
  fireEvent.click(screen.getByRole('button', { name: /^Confirm/ }))
  await waitFor(() => expect(asked.filter((one) => one === request)).toHaveLength(2))
  expect(bodies[1]).toEqual(bodies[0])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull())
})
