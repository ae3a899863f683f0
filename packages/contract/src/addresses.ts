import type { TripDate } from './trip-date.ts'

declare const inTree: unique symbol
/** Where a page is, from the site's root. Made by `addresses` and nowhere else, so an email has no other. */
export type Address = string & { readonly [inTree]: true }

/** An emailed link: a public id, which may be logged, and the secret token it stands for. */
export interface EmailedLink {
  id: string
  token: string
}

const page = (path: string) => ({ path, href: () => path as Address })

/**
 * A page that opens by an emailed link, `/<page>/<public id>#<token>`: browsers send nothing after `#`, and when a mail
 * filter cuts it off, the id still says where a fresh link goes (docs/rules.md §7.7).
 */
const linkPage = (path: string) => ({
  path: `${path}/:link?`,
  href: ({ id, token }: EmailedLink) => `${path}/${id}#${token}` as Address,
})

/** A tab of the portal. */
const tab = (name: string) => ({
  href: (more: Record<string, string | number> = {}) =>
    `/admin?tab=${name}${Object.entries(more)
      .map(([key, value]) => `&${key}=${value}`)
      .join('')}` as Address,
})

const BOOKINGS = '/bookings'

/** Every page that an email opens. Screens take their paths from here too. */
export const addresses = {
  home: page('/'),
  season: page('/#season'),
  terms: page('/eula'),
  giftVouchers: page('/gift-vouchers'),

  /** Asks for a link to set a password. */
  forgotPassword: page('/reset-password'),
  confirmEmail: linkPage('/confirm-email'),
  resetPassword: linkPage('/reset-password'),
  signIn: linkPage('/sign-in'),
  invitation: linkPage('/admin/invitation'),
  payBalance: linkPage('/pay-balance'),
  waiver: linkPage('/waiver'),

  /** The signed-in customer's own; what stands after `/` names one of them and is no secret. */
  bookings: {
    path: `${BOOKINGS}/:link?`,
    booking: { href: (of: { id: number }) => `${BOOKINGS}/${of.id}` as Address },
    dayMove: { href: (of: { bookingId: number }) => `${BOOKINGS}/move-${of.bookingId}` as Address },
    offer: { href: (of: { entryId: number }) => `${BOOKINGS}/offer-${of.entryId}` as Address },
  },

  portal: {
    booking: { href: (of: { id: number }) => tab('bookings').href(of) },
    bookingQueries: tab('booking-queries'),
    changeLog: { href: () => tab('dashboard').href({ view: 'change-log' }) },
    daySheet: { href: (of: { date: TripDate }) => tab('dashboard').href({ view: 'day-sheet', ...of }) },
    enquiries: tab('enquiries'),
    merchantSetup: tab('merchant-setup'),
    refunds: tab('refunds'),
  },
} as const
