import type { TripDate } from './trip-date.ts'

// Every page of the site and the portal, and how an address is built; docs/addresses.md lists the calls too.

/** The URL of a call; `params` and `query` must already be encoded for the wire. */
export function addressOf(
  { path }: { path: string },
  { params = {}, query = {} }: { params?: object | undefined; query?: object | undefined },
): string {
  const values = params as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

declare const inTree: unique symbol
/** Where a page is, from the site's root. Made here and nowhere else, so an email has no other. */
export type Address = string & { readonly [inTree]: true }

/** An emailed link: a public id, which may be logged, and the secret token it stands for. */
export interface EmailedLink {
  id: string
  token: string
}

/* @__NO_SIDE_EFFECTS__ */
const page = (path: `/${string}`) => ({ path, href: () => path as Address })

/**
 * A page that opens by an emailed link, `/<page>/<public id>#<token>`: browsers send nothing after `#`, and when a mail
 * filter cuts it off, the id still says where a fresh link goes (docs/rules.md §7.7).
 */
/* @__NO_SIDE_EFFECTS__ */
const linkPage = (path: `/${string}`) => ({
  path: `${path}/:link?`,
  href: ({ id, token }: EmailedLink) => `${path}/${id}#${token}` as Address,
})

const BOOKINGS = '/bookings'
/** Where the pages of trips begin. */
export const TRIPS = '/trips'
const RECEIPTS = '/receipts'
const UNSUBSCRIBE = '/unsubscribe'

/** The site. */
export const addresses = {
  home: page('/'),
  pricing: page('/#pricing'),
  season: page('/#season'),
  privacy: {
    ...page('/privacy'),
    analytics: page('/privacy#analytics'),
    howLong: page('/privacy#how-long'),
  },
  terms: page('/eula'),
  giftVouchers: page('/gift-vouchers'),
  /** A gift as who it is for opens it; its token is the code. */
  gift: {
    ...linkPage('/gift'),
    /** As a printed code has it, short. */
    scanned: { href: (of: { code: string }) => `/gift#${of.code}` as Address },
    typed: page('/gift'),
  },

  /** Asks for a link to set a password. */
  forgotPassword: page('/reset-password'),
  confirmEmail: linkPage('/confirm-email'),
  resetPassword: linkPage('/reset-password'),
  signIn: {
    ...linkPage('/sign-in'),
    /** The trip that it leads back to stands behind the token. */
    toTrip: {
      href: ({ id, token, bookingId }: EmailedLink & { bookingId: number }) =>
        `/sign-in/${id}#${token}.${bookingId}` as Address,
    },
  },
  payBalance: linkPage('/pay-balance'),
  payVoucher: linkPage('/pay-voucher'),
  waiver: linkPage('/waiver'),
  /** Tips the guide, by the group's link. */
  tip: linkPage('/tip'),
  /** The page of a trip, by the booking's link or the group's; `own` for its signed-in guest. */
  trip: { ...linkPage(TRIPS), own: { href: (of: { id: number }) => `${TRIPS}/${of.id}` as Address } },
  /** What was paid for a trip, to print, by its guest's session, the booking's link or a share's. */
  receipts: { ...linkPage(RECEIPTS), own: { href: (of: { id: number }) => `${RECEIPTS}/${of.id}` as Address } },
  /** Asks by the same link how the trip was; a star of the email stands behind the token, and is chosen. */
  review: {
    ...linkPage('/review'),
    href: ({ id, token, stars }: EmailedLink & { stars?: number }) =>
      `/review/${id}#${token}${stars === undefined ? '' : `.${stars}`}` as Address,
  },

  /** Ends emails of one kind; `oneClick` is for mail programs, which send it whole (docs/rules.md §8.21). */
  unsubscribe: {
    path: `${UNSUBSCRIBE}/:link?`,
    href: ({ token }: Pick<EmailedLink, 'token'>) => `${UNSUBSCRIBE}#${token}` as Address,
    oneClick: {
      path: `${UNSUBSCRIBE}/:link`,
      href: ({ token }: Pick<EmailedLink, 'token'>) => `${UNSUBSCRIBE}/${token}` as Address,
    },
  },

  /** The signed-in customer's own; what stands after `/` names one of them and is no secret. */
  bookings: {
    path: `${BOOKINGS}/:link?`,
    href: () => BOOKINGS as Address,
    booking: { href: (of: { id: number }) => `${BOOKINGS}/${of.id}` as Address },
    offer: { href: (of: { entryId: number }) => `${BOOKINGS}/offer-${of.entryId}` as Address },
  },

  staffSignIn: page('/admin/login'),
} as const

/** A list's state in its address. */
interface List {
  /** The row whose details are open. */
  id?: number | string
  q?: string
  status?: string
}

/** Where the portal's addresses begin. */
export const PORTAL = '/admin'

/**
 * A tab of the portal, or one of its views; a tab alone opens its first view. `href` takes what it shows.
 */
/* @__NO_SIDE_EFFECTS__ */
function inPortal<Shown extends object = object>(tab: string, view?: string) {
  return {
    tab,
    view,
    href: (shown?: Shown) => addressOf({ path: PORTAL }, { query: { tab, view, ...shown } }) as Address,
  }
}

/** The portal. Visitors don't load this. */
export const portal = {
  path: PORTAL,
  href: () => PORTAL as Address,
  invitation: linkPage('/admin/invitation'),
  /** What was paid for a booking, to print. */
  receipts: {
    path: `${PORTAL}/receipts/:id`,
    href: (of: { id: number }) => `${PORTAL}/receipts/${of.id}` as Address,
  },
  /** Where QuickBooks sends the owner back to. */
  quickbooksCallback: page('/quickbooks/callback'),

  dashboard: {
    ...inPortal('dashboard'),
    overview: inPortal('dashboard', 'overview'),
    daySheet: inPortal<{ date: TripDate }>('dashboard', 'day-sheet'),
    dayMoves: inPortal('dashboard', 'day-moves'),
    money: inPortal<{ year: number }>('dashboard', 'money'),
    emails: inPortal<List>('dashboard', 'mail'),
    mailCheck: inPortal('dashboard', 'mail-check'),
    changeLog: inPortal<List & { kind?: string; subject?: number | string | undefined }>('dashboard', 'change-log'),
  },
  users: {
    ...inPortal<List>('users'),
    all: inPortal('users', 'all'),
    people: inPortal('users', 'people'),
  },
  bookings: {
    ...inPortal<List & { period?: 'all'; only?: string }>('bookings'),
    all: inPortal('bookings', 'all'),
    calendar: inPortal<{ date: TripDate; by?: 'week' | undefined }>('bookings', 'calendar'),
    waitlist: inPortal('bookings', 'waitlist'),
    giftVouchers: inPortal('bookings', 'gift-vouchers'),
  },
  /** `id` is `request-4` or `issue-7`. */
  refunds: inPortal<List>('refunds'),
  /** What guests wrote. */
  inbox: inPortal<List>('messages'),
  enquiries: inPortal<List>('enquiries'),
  bookingQueries: {
    ...inPortal<List>('booking-queries'),
    questions: inPortal('booking-queries', 'questions'),
    messages: inPortal<{ booking?: number; day?: TripDate }>('booking-queries', 'messages'),
    reviews: inPortal('booking-queries', 'reviews'),
  },
  configuration: {
    ...inPortal('configuration'),
    prices: inPortal('configuration', 'prices'),
    season: inPortal('configuration', 'season'),
    business: inPortal('configuration', 'business'),
    businessCard: { href: (of: { card: string }) => `${PORTAL}?tab=configuration&view=business#${of.card}` as Address },
    gallery: inPortal('configuration', 'gallery'),
    waiver: inPortal('configuration', 'waiver'),
    notifications: inPortal('configuration', 'notifications'),
    backups: inPortal('configuration', 'backups'),
  },
  merchantSetup: inPortal<{ success?: 'true'; message?: string }>('merchant-setup'),
} as const

/** Where the calls are. */
export const API = '/api/'

/** What the server answers beside pages and calls. */
export const served = {
  docs: page(`${API}docs`),
  openApi: page(`${API}openapi.json`),
  live: page(`${API}health/live`),
  ready: page(`${API}health/ready`),
  metrics: page('/metrics'),
} as const
