import type { Session } from '@arcadia/contract/accounts'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { type HoldEnd, PAY_FIRST_MESSAGE } from '@arcadia/contract/holds'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { QueryRoot } from '../api/query-root.tsx'
import type { DialogOptions } from '../dialogs.ts'
import { BookingDialog } from '../features/booking-dialog/booking-dialog.tsx'
import { ownHolds } from '../features/holds/own-hold.ts'
import { customerSession } from '../session/session.tsx'
import { answerWith, refused, show } from './show.tsx'

export const HOLD_ID = 'f2c0a8de-6b1f-4b0f-9a53-2f6f0d0a4c11'
export const DATE = '2099-06-09'
export const NEXT = '2099-06-11'
export const OPEN = { existingBookings: 0, existingGroups: 0, availableSpots: 4, isAtCapacity: false, bookable: true }
const CONFIG = {
  ...FALLBACK_CONFIG,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  seasonStart: '2099-05-16',
  seasonEnd: '2099-09-05',
}
export const ADA = {
  token: 'token',
  user: {
    id: 7,
    email: 'ada@example.com',
    emailConfirmed: true,
    firstName: 'Ada',
    lastName: 'Angler',
    phoneNumber: '(863) 555-0142',
  },
} as Session

/** A stream without events. */
class Silence extends EventTarget {
  close() {}
}

const NOTHING = { hold: null, attempt: null, booking: null }

export const aHold = (selectedDate: string, numberOfGuests: number, isOffer = false) => ({
  holdId: crypto.randomUUID(),
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  holdDurationMinutes: 5,
  selectedDate,
  numberOfGuests,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  isOffer,
})

document.head.innerHTML = '<script type="application/json" id="site-data">{"testMode":true}</script>'

interface Site {
  /** A page that no stream reaches learns of it when it asks. */
  spotsLeft: number
  asked: string[]
  hold: (ReturnType<typeof aHold> & { giftCode?: string }) | null
  ended: HoldEnd | undefined
  /** What another tab holds since. */
  elsewhere: ReturnType<typeof aHold> | null
  days: Record<string, object>
  /** Whether guests can't book anything yet. */
  isWaiting: boolean
  payFirst: boolean
  /** Why nothing can be held. */
  holding: ReturnType<typeof refused> | undefined
  /** What each empty spot of a private morning costs. */
  privateSpotPrice: number | null
  /** What a hold freezes. */
  deposit: number
  /** What the site asks for now. */
  quoted: number
  /** Whether a page that asks about its hold hears of it. */
  isAnswered: boolean
  payment: ReturnType<typeof refused>
  paid: unknown[]
}

/** What the server knows and heard, set anew before each test. */
export const site = {} as Site

beforeEach(() => {
  site.spotsLeft = 4
  site.hold = null
  site.ended = undefined
  site.elsewhere = null
  site.days = { [DATE]: OPEN, [NEXT]: OPEN, '2099-06-12': { ...OPEN, availableSpots: 1 } }
  site.payFirst = false
  site.holding = undefined
  site.privateSpotPrice = null
  site.isWaiting = false
  site.deposit = 350
  site.quoted = 350
  site.isAnswered = true
  site.payment = refused(409, 'Time expired. Please go back and reselect.', 'hold-expired')
  site.paid = []
  customerSession.signIn(ADA)
  vi.stubGlobal('EventSource', Silence)
  site.asked = answerWith({
    'GET /api/bookings/config': () =>
      Response.json({
        ...CONFIG,
        depositPerGuest: site.quoted,
        privateSpotPrice: site.privateSpotPrice,
        ...(site.isWaiting && { opensOn: '2099-01-05' }),
      }),
    'GET /api/bookings/availability/range': () => Response.json(site.days),
    'GET /api/quickbooks/oauth/status': () =>
      Response.json({ isConnected: true, realmId: '1', needsRefresh: false, message: '' }),
    'POST /api/bookings/check-availability': (body) => {
      const { numberOfGuests } = body as { numberOfGuests: number }
      const message = `Only ${site.spotsLeft} spots are left on Tuesday, June 9.`
      return Response.json(
        numberOfGuests <= site.spotsLeft ? { available: true, message: '' } : { available: false, message },
      )
    },
    'POST /api/bookings/holds': (body) => {
      if (site.holding) return site.holding()
      const { selectedDate, numberOfGuests, isPrivate } = body as {
        selectedDate: string
        numberOfGuests: number
        isPrivate: boolean
      }
      const privateMorning = isPrivate ? { spots: 4, spotPrice: site.privateSpotPrice } : undefined
      const { holdId: _, expiresAt, ...spots } = { ...aHold(selectedDate, numberOfGuests), privateMorning }
      if (site.payFirst) return Response.json({ payFirst: true, message: PAY_FIRST_MESSAGE, ...spots }, { status: 202 })
      site.hold = { ...spots, expiresAt, holdId: HOLD_ID, depositPerGuest: site.deposit }
      return Response.json(site.hold, { status: 201 })
    },
    'GET /api/bookings/holds/current': () =>
      site.isAnswered || !site.hold
        ? Response.json(
            site.ended
              ? {
                  ...NOTHING,
                  ended: site.ended,
                  ...(site.elsewhere && { since: { ...NOTHING, hold: site.elsewhere } }),
                }
              : { ...NOTHING, hold: site.hold },
          )
        : new Promise(() => {}),
    [`PUT /api/bookings/holds/${HOLD_ID}/voucher`]: refused(
      404,
      "We can't find a gift with that code. Please check it.",
      'voucher-not-found',
    ),
    [`DELETE /api/bookings/holds/${HOLD_ID}`]: () => new Response(null, { status: 204 }),
    'POST /api/payments/tokens': () => Response.json({ value: 'card-token' }),
    'POST /api/bookings/payment': (body) => {
      site.paid.push(body)
      return site.payment()
    },
  })
})
afterEach(() => {
  customerSession.signOut()
  sessionStorage.clear()
  ownHolds.clear()
  queryClient.clear()
})

export function open(options: DialogOptions['booking'] = {}) {
  return show(
    <QueryRoot>
      <BookingDialog {...options} onClose={() => {}} />
    </QueryRoot>,
  )
}
/** By text, because finding roles on so large a page is slow. */
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByText(name, { selector: 'button *, button' }))
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
export async function type(label: string, value: string) {
  fireEvent.change(await field(label), { target: { value } })
}
