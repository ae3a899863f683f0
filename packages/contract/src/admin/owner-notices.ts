import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { TimeOfDay } from '../fields.ts'
import { Email } from '../text-fields.ts'

/** Notifications the owner can turn on or off. */
export const NOTICES = {
  newBooking: 'New bookings',
  dateMoved: 'Bookings moved to another date',
  balancePaid: 'Balances paid',
  tip: 'Tips by card',
  cancelled: 'Cancellations',
  question: 'Questions and refund requests',
  enquiry: 'Enquiries',
  paymentTrouble: 'Payment trouble',
} as const
export type Notice = keyof typeof NOTICES

const MAX_ADDRESSES = 5

/** Typed as `ann@example.com, bo@example.com`. */
const Addresses = z.codec(
  z.string(),
  z.array(z.string()).check(
    z.maxLength(MAX_ADDRESSES, `Please enter at most ${MAX_ADDRESSES} addresses.`),
    z.refine((typed) => typed.every((one) => z.safeParse(Email, one).success), {
      error: 'Please enter email addresses separated by commas.',
    }),
  ),
  {
    decode: (typed) => typed.split(/[\s,;]+/).filter(Boolean),
    encode: (kept) => kept.join(', '),
  },
)

const time = z.codec(z.string(), z.nullable(TimeOfDay), {
  decode: (typed) => typed.trim() || null,
  encode: (kept) => kept ?? '',
})

const on = z.boolean('A notice is either on or off.')

export const OwnerNotices = z
  .strictObject({
    /** If empty: the business address from the environment, or else every owner. */
    addresses: Addresses,
    newBooking: on,
    dateMoved: on,
    balancePaid: on,
    tip: on,
    cancelled: on,
    question: on,
    enquiry: on,
    paymentTrouble: on,
    /** Emails to the owner wait between these times at the venue. */
    quietFrom: time,
    quietUntil: time,
    /** When the day's digest goes out, at the venue. */
    digestAt: time,
  })
  .check(
    z.refine(({ quietFrom, quietUntil }) => (quietFrom === null) === (quietUntil === null), {
      error: 'Please enter both times, or neither.',
      path: ['quietUntil'],
    }),
  )
export type OwnerNotices = z.infer<typeof OwnerNotices>

export const getOwnerNotices = endpoint({
  method: 'GET',
  path: '/api/admin/notices',
  access: 'owner',
  summary: "The owner's email notifications: which ones, where to and when.",
  failed: 'Failed to load your emails',
  response: z.object({ notices: OwnerNotices, defaultAddresses: z.string() }),
})

export const changeOwnerNotices = endpoint({
  method: 'PUT',
  path: '/api/admin/notices',
  access: 'owner',
  asksAgain: 'staff',
  overwrites: true,
  summary: "Sets the owner's email notifications: which ones, where to and when.",
  failed: 'Failed to update your emails',
  body: OwnerNotices,
  response: OwnerNotices,
})
