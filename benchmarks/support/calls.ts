import { aDeposit } from './customers.ts'

/** A call made by customer or portal pages, on a site filled by `fillWith`. */
export interface Call {
  who: 'customer' | 'portal'
  name: string
  method: string
  path: string
  body?: object | ((now: Now) => object)
  status: number
}

/** Values a call needs that are new in each round. */
export interface Now {
  round: number
  /** The customer's latest hold. */
  holdId: string
  cardToken: string
}

export interface About {
  /** The customer's past and upcoming bookings. */
  past: { id: number; trip_date: string }
  coming: {
    id: number
    trip_date: string
    confirmation_number: string
    last_name: string
    first_name: string
    email: string
    phone: string
    number_of_guests: number
  }
  /** Days with free spots, without the upcoming trip's day. */
  free: string[]
}

const reading = (who: Call['who'], name: string, path: string): Call => ({
  who,
  name,
  method: 'GET',
  path,
  status: 200,
})

export function callsOf({ past, coming, free }: About): Call[] {
  const lastYear = Number(coming.trip_date.slice(0, 4)) - 1
  const month = free[0]!.slice(0, 8)
  const customer = (name: string, path: string) => reading('customer', name, `/api/${path}`)
  const portal = (name: string, path: string) => reading('portal', name, `/api/${path}`)
  const bookings = (name: string, query: string) => portal(`bookings: ${name}`, `admin/bookings?page=0&${query}`)
  return [
    {
      ...customer('a hold', 'bookings/holds'),
      method: 'POST',
      body: { selectedDate: free[0], numberOfGuests: 1 },
      status: 201,
    },
    { ...customer('its release', 'bookings/holds/:hold'), method: 'DELETE', status: 204 },
    {
      ...customer('a hold to be paid', 'bookings/holds'),
      method: 'POST',
      body: ({ round }) => ({ selectedDate: free[3 + round], numberOfGuests: 1 }),
      status: 201,
    },
    {
      ...customer('its deposit', 'bookings/payment'),
      method: 'POST',
      body: ({ round, holdId, cardToken }) => aDeposit(holdId, free[3 + round]!, cardToken),
      status: 201,
    },
    {
      ...customer('a move to another day', `bookings/${coming.id}/reschedule`),
      method: 'PUT',
      body: ({ round }) => ({ newSelectedDate: free[1 + (round % 2)], numberOfGuests: coming.number_of_guests }),
      status: 200,
    },
    customer('days of a month', `bookings/availability/range?startDate=${month}01&endDate=${month}28`),
    customer('one day', `bookings/availability/${free[0]}`),
    customer('configuration', 'bookings/config'),
    customer('booked days', 'bookings/booked-dates'),
    customer('reviews', 'reviews'),
    customer('current hold', 'bookings/holds/current'),
    customer('my bookings', 'bookings/user/me'),
    customer('a booking', `bookings/${coming.id}`),
    customer('its history', `bookings/${coming.id}/events`),
    customer('its calendar file', `bookings/${coming.id}/trip.ics`),
    customer('whether it can move', `bookings/${coming.id}/reschedule-eligibility`),
    customer('its guest notes', `bookings/${coming.id}/guest-notes`),
    customer('its waiver', `bookings/${coming.id}/waiver`),
    customer('my questions', 'booking-queries/user'),
    customer('questions of a booking', `booking-queries/booking/${coming.id}`),
    customer('my reviews', 'reviews/user'),
    customer('my waitlist', 'waitlist'),
    customer('my vouchers', 'gift-vouchers/mine'),
    customer('days called off', 'day-moves'),
    customer('all my data', 'auth/me/data'),
    customer('who I am', 'auth/me'),
    portal('counts', 'admin/dashboard'),
    portal('overview', 'admin/dashboard/overview'),
    portal('season', 'admin/dashboard/season'),
    portal("guide's calendar", 'admin/dashboard/guide-calendar'),
    portal('day sheet, coming', `admin/dashboard/days/${coming.trip_date}`),
    portal('day sheet, past', `admin/dashboard/days/${past.trip_date}`),
    portal('funnel', 'admin/funnel'),
    bookings('newest', ''),
    portal('bookings: a later page', 'admin/bookings?page=20'),
    bookings('by name', 'sort=name'),
    bookings('by date', 'sort=date'),
    bookings('by total', 'sort=-total'),
    bookings('by guests', 'sort=guests'),
    bookings('by status', 'sort=status'),
    bookings('confirmed', 'status=CONFIRMED'),
    bookings('completed', 'status=COMPLETED'),
    bookings('cancelled', 'status=CANCELLED'),
    bookings('overdue', 'status=OVERDUE'),
    bookings('unpaid', 'only=UNPAID'),
    bookings('refunded', 'only=REFUNDED'),
    bookings('without a waiver', 'only=WAIVER_MISSING'),
    bookings('of a season', `from=${coming.trip_date}&to=${coming.trip_date.slice(0, 4)}-12-31`),
    bookings('of a customer', 'userId=14'),
    bookings('a last name', `q=${coming.last_name}`),
    bookings('a first name', `q=${coming.first_name}`),
    bookings('a whole name', `q=${coming.first_name}%20${coming.last_name}`),
    bookings('an email', `q=${encodeURIComponent(coming.email)}`),
    bookings('a phone', `q=${encodeURIComponent(coming.phone)}`),
    bookings('a number', `q=${coming.confirmation_number}`),
    bookings('a date', `q=${coming.trip_date}`),
    bookings('a month', 'q=May'),
    bookings('no match', 'q=zzqx'),
    bookings('two letters', 'q=er'),
    portal('bookings, all at once', 'admin/bookings'),
    portal('a booking', `admin/bookings/${past.id}`),
    portal('its timeline', `admin/bookings/${past.id}/timeline`),
    portal('its notes', `admin/bookings/${past.id}/notes`),
    portal('its payments', `admin/bookings/${past.id}/payments`),
    portal('its waivers', `admin/bookings/${past.id}/waivers`),
    portal('callers', `admin/callers?phone=${encodeURIComponent(coming.phone)}`),
    portal('customers', 'admin/users?page=0'),
    portal('customers: by name', 'admin/users?page=0&sort=name'),
    portal('customers: by bookings', 'admin/users?page=0&sort=-bookings'),
    portal('customers: a name', `admin/users?page=0&q=${coming.last_name}`),
    portal('customers: active', 'admin/users?page=0&status=ACTIVE'),
    portal('a customer', 'admin/users/14'),
    portal('people', 'admin/people'),
    portal('enquiries', 'enquiries'),
    portal('enquiries: by name', 'enquiries?sort=name'),
    portal('enquiries: by email', 'enquiries?sort=email'),
    portal('enquiries: new', 'enquiries/status/NEW'),
    portal('enquiries: answered', 'enquiries/status/RESPONDED'),
    portal('enquiries: a name', `enquiries/search?q=${coming.last_name}`),
    portal('enquiries: a word', 'enquiries/search?q=August'),
    portal('enquiries: a word of all', 'enquiries/search?q=fish'),
    portal('enquiries: counts', 'enquiries/stats'),
    portal('questions', 'booking-queries/admin'),
    portal('questions: by name', 'booking-queries/admin?sort=name'),
    portal('questions: by trip', 'booking-queries/admin?sort=date'),
    portal('questions: new', 'booking-queries/admin/status/NEW'),
    portal('questions: answered', 'booking-queries/admin/status/RESPONDED'),
    portal('questions: a name', `booking-queries/admin/search?q=${coming.last_name}`),
    portal('questions: a word of all', 'booking-queries/admin/search?q=shade'),
    portal('questions: counts', 'booking-queries/admin/stats'),
    portal('reviews', 'admin/reviews'),
    portal('reviews: published', 'admin/reviews?status=PUBLISHED'),
    portal('emails', 'admin/mails'),
    portal('emails: sent', 'admin/mails?status=SENT'),
    portal('emails: an address', `admin/mails?q=${encodeURIComponent(coming.email)}`),
    portal('emails: a word of many', 'admin/mails?q=booked'),
    portal('emails of a booking', `admin/mails?bookingId=${past.id}`),
    portal('change log', 'admin/audit-log'),
    portal('change log: of a booking', `admin/audit-log?subjectKind=booking&subjectId=${past.id}`),
    portal('change log: of a week', `admin/audit-log?from=${past.trip_date}`),
    portal('change log: an action', 'admin/audit-log?q=payment-recorded'),
    portal('change log: a person', 'admin/audit-log?q=admin'),
    portal('issues', 'admin/refunds'),
    portal('refund requests', 'admin/refund-requests'),
    portal('waitlist', 'admin/waitlist'),
    portal('days called off', 'admin/day-moves'),
    portal('messages', 'admin/messages'),
    portal('vouchers', 'admin/gift-vouchers'),
    portal('vouchers: a name', `admin/gift-vouchers?q=${coming.first_name}`),
    portal('money of a season', `admin/money/season?year=${lastYear}`),
    portal('payments of a year', `admin/money/entries?year=${lastYear}`),
    portal('books', 'admin/ledger/check'),
    portal('merchant', 'quickbooks/oauth/status'),
    portal('saved replies', 'admin/saved-replies'),
    portal('notices', 'admin/notices'),
    portal('waivers', 'admin/waivers'),
  ]
}
