import { isReachable } from '@arcadia/contract/accounts'
import { type Address, portal } from '@arcadia/contract/addresses'
import type { Opening, OpeningLine, SaidStep } from '@arcadia/contract/admin/opening'
import { isBeforeOpening, untilOpening } from '@arcadia/contract/availability'
import type { BusinessFacts, FactName } from '@arcadia/contract/business'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { BALANCE_WAYS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate, formatShortDate, formatWeekdays, type TripDate } from '@arcadia/contract/trip-date'

/** What guests ask before they come; a question is answered once any of its facts is set. */
const ASKED: readonly { what: string; card: string; facts: readonly FactName[] }[] = [
  { what: 'your phone', card: 'contact', facts: ['phone'] },
  { what: 'your email', card: 'contact', facts: ['email'] },
  { what: 'where to meet', card: 'meeting', facts: ['meetingName', 'meetingAddress'] },
  { what: 'the pin for maps', card: 'meeting', facts: ['meetingPin'] },
  { what: 'directions', card: 'meeting', facts: ['meetingDirections'] },
  { what: 'when you are back at the ramp', card: 'the-day', facts: ['tripEnds'] },
  { what: 'where lunch is', card: 'the-day', facts: ['lunchPlace'] },
  { what: 'what to bring', card: 'the-day', facts: ['whatToBring'] },
  { what: 'when the balance is due', card: 'balance', facts: ['balanceDueDays'] },
  { what: 'how it can be paid', card: 'balance', facts: BALANCE_WAYS.map(({ fact }) => fact) },
  { what: 'licenses and insurance', card: 'guide', facts: ['license'] },
  { what: "your guide's name", card: 'guide', facts: ['guideName'] },
  { what: "your guide's license", card: 'guide', facts: ['guideLicense'] },
  { what: 'two sentences about your guide', card: 'guide', facts: ['guideAbout'] },
  { what: "your guide's photo", card: 'guide-photo', facts: ['guidePhoto'] },
  { what: 'how soon you answer', card: 'the-day', facts: ['answerTime'] },
  { what: 'a fishing license', card: 'questions', facts: ['fishingLicense'] },
  { what: 'which fish there are', card: 'questions', facts: ['fish'] },
  { what: 'whether fish are kept', card: 'questions', facts: ['keepFish'] },
  { what: 'how young kids can be', card: 'questions', facts: ['children'] },
  { what: 'bad weather', card: 'questions', facts: ['weather'] },
  { what: 'a bathroom', card: 'questions', facts: ['bathroom'] },
  { what: 'tipping', card: 'questions', facts: ['tipping'] },
]

/** So few questions are named. */
const NAMED_AT_MOST = 3

/** What the list's ticks are computed from. */
export interface Observed {
  /** Of the owner who asks. */
  email: string
  /** What it becomes once its link was opened. */
  pendingEmail: string | null
  said: SaidStep[]
  /** The last test that anyone asked for. */
  testEmail: { to: string; status: string; error: string | null } | null
  /** Pages of which something was saved. */
  savedPrices: boolean
  savedSeason: boolean
  facts: BusinessFacts
  /** The newest text that was published; its text is null if it ended the waiver. */
  waiver: { text: string | null } | null
  /** Devices on which the asking owner has notifications. */
  devices: number
  /** The others who work here or are invited. */
  colleagues: number
  /** Of guests. */
  hasBookings: boolean
  /** The test that is booked right now. */
  testBooking: { id: number; date: string; email: string; isPending: boolean } | null
  /** The last test that was paid and whose money was seen going back. */
  tested: { cents: number; wentBack: 'CANCELED' | 'REFUNDED' } | null
  /** The asking owner signs in with more than a password. */
  hasSecondStep: boolean
}

/** What a check saw, each problem with what to do. */
export interface Looked {
  name: string
  about: string
  problems: string[]
}

export interface Seen extends Observed {
  config: BookingConfig
  hasMailServer: boolean
  cards: 'simulator' | 'sandbox' | 'production'
  realm: string | undefined
  /** What was seen of the server and its settings; null where no guest pays real money. */
  server: readonly Looked[] | null
  today: TripDate
  /** When it opened, or opens. */
  opensOn: TripDate | null
  isSettled: boolean
}

type Does = NonNullable<OpeningLine['action']>['does']
type Line = Omit<OpeningLine, 'step' | 'isEssential' | 'action' | 'problems'> & {
  problems?: string[]
  /** Offered until the line is seen or said. */
  action?: OpeningLine['action']
}

const to = (label: string, address: Address) => ({ label, to: address })
const action = (does: Does, label: string, asks: string | null = null) => ({ does, label, asks })
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Email has a line of its own. */
const MAIL_RECORDS = 'mail-records'

const LINES: Record<OpeningLine['step'], (seen: Seen) => Line> = {
  EMAIL({ hasMailServer, email, pendingEmail, testEmail, server }) {
    const isSent = hasMailServer && isReachable(email) && testEmail?.status === 'SENT' && isReachable(testEmail.to)
    const isDoubted = (server ?? []).some(({ name, problems }) => name === MAIL_RECORDS && problems.length > 0)
    return {
      title: 'Email',
      isSeen: isSent && !isDoubted,
      says: !hasMailServer
        ? 'Nothing goes out yet. Whoever installed the site sets up email.'
        : isSent && isDoubted
          ? "It goes out, but your domain doesn't vouch for it yet, so it can end up in spam. Mail check says what to add."
          : isReachable(email)
            ? testOf(testEmail)
            : noEmailOf({ email, pendingEmail, hasMailServer }),
      ...(hasMailServer &&
        !isSent && { action: isReachable(email) ? action('SEND_TEST', 'Send me a test') : PUT_IN_EMAIL }),
      at: testEmail || !hasMailServer ? to('Mail check', portal.dashboard.mailCheck.href()) : null,
    }
  },
  CARDS: ({ cards, realm }) => ({
    title: 'Card payments',
    isSeen: cards === 'production' && realm !== undefined,
    says: cardsInWords(cards, realm),
    // An owner can't turn on real ones there.
    at: cards === 'production' ? to('Merchant Setup', portal.merchantSetup.href()) : null,
  }),
  SERVER({ server }) {
    const problems = (server ?? []).flatMap(({ name, problems }) => (name === MAIL_RECORDS ? [] : problems))
    return {
      title: 'The server',
      isSeen: server !== null && problems.length === 0,
      says: problems.length > 0 ? SEND_ON : 'Its settings, disk and backup are fine.',
      problems,
      at: null,
    }
  },
  PRICES: ({ config, savedPrices }) => ({
    title: 'Your prices',
    isSeen: savedPrices,
    says: `Standard ${formatCents(config.standardPackagePrice)}, trophy ${formatCents(config.trophyPackagePrice)}, deposit ${formatCents(config.depositPerGuest)} an angler.`,
    action: action('SAY', "They're right"),
    at: to('Prices', portal.configuration.prices.href()),
  }),
  SEASON: ({ config, savedSeason }) => ({
    title: 'Your season and days off',
    isSeen: savedSeason,
    says: seasonInWords(config),
    action: action('SAY', "They're right"),
    at: to('Season', portal.configuration.season.href()),
  }),
  FACTS({ facts }) {
    const missing = ASKED.filter(({ facts: names }) => !names.some((name) => (facts[name] ?? null) !== null))
    return {
      title: 'What guests will ask',
      isSeen: missing.length === 0,
      says:
        missing.length === 0
          ? `All ${ASKED.length} are answered.`
          : missing.length <= NAMED_AT_MOST
            ? `Left: ${new Intl.ListFormat('en-US').format(missing.map(({ what }) => what))}.`
            : missing.length === ASKED.length
              ? `${ASKED.length} questions, none answered yet.`
              : `${missing.length} of ${ASKED.length} not answered yet.`,
      at: missing[0] ? to('Answer them', portal.configuration.businessCard.href({ card: missing[0].card })) : null,
    }
  },
  WAIVER: ({ waiver }) => ({
    title: 'The waiver',
    isSeen: waiver !== null,
    says: waiver?.text ? 'Guests sign the one you published.' : 'Nobody signs one.',
    action: action('SAY', "That's right"),
    at: to('Waiver', portal.configuration.waiver.href()),
  }),
  NOTIFICATIONS: ({ devices }) => ({
    title: 'Notifications on your phone',
    isSeen: devices > 0,
    says: devices > 0 ? `You have them on ${counted(devices, 'device', 'devices')}.` : 'Off on all your devices.',
    at: to('Notifications', portal.configuration.notifications.href()),
  }),
  PEOPLE: ({ colleagues, said }) => ({
    title: 'Your people',
    isSeen: colleagues > 0,
    says:
      colleagues > 0
        ? `${counted(colleagues, 'more person is', 'more people are')} in the portal or invited.`
        : said.includes('PEOPLE')
          ? 'You work alone.'
          : 'Only you so far.',
    action: action('SAY', 'I work alone'),
    at: to('Invite someone', portal.users.people.href()),
  }),
  TEST_BOOKING: ({ testBooking, tested, hasBookings, cards, email, pendingEmail, hasMailServer }) => ({
    title: 'A test booking',
    isSeen: !testBooking && (tested !== null || hasBookings),
    ...(testBooking
      ? {
          says: testBooking.isPending
            ? 'The payment is being confirmed.'
            : `You booked ${formatShortDate(testBooking.date)}. Read the confirmation sent to ${testBooking.email} as your guests will, then clean up.`,
          action: action('CLEAN_UP', 'Clean up'),
          at: to('The booking', portal.bookings.href({ id: testBooking.id })),
        }
      : {
          says: tested
            ? 'Booked, paid, and cleaned up.'
            : hasBookings
              ? 'Guests have booked.'
              : isReachable(email)
                ? `Book a day on your site as a guest would, with your own email. ${TEST_CARD[cards]}`
                : noEmailOf({ email, pendingEmail, hasMailServer }),
          action: !isReachable(email)
            ? PUT_IN_EMAIL
            : action('BEGIN_TEST', 'Book a test day', cards === 'production' ? TEST_CARD.production : null),
          at: null,
        }),
  }),
}

function noEmailOf({ email, pendingEmail, hasMailServer }: Pick<Seen, 'email' | 'pendingEmail' | 'hasMailServer'>) {
  return pendingEmail === null || !hasMailServer
    ? `Your account says ${email}, where nothing arrives.`
    : `Open the link we sent to ${pendingEmail}, and it's your email.`
}

export const SEND_ON = 'Send this to whoever installed the site.'

const PUT_IN_EMAIL = action('CHANGE_EMAIL', 'Put in your email')

const TEST_CARD: Record<Seen['cards'], string> = {
  simulator: 'The deposit is $1.00 an angler: pay it with the test card.',
  sandbox: 'The deposit is $1.00 an angler: pay it with the test card.',
  production: 'Your card is really charged a deposit of $1.00 an angler. Cleaning up gives it back.',
}

const ESSENTIAL: readonly OpeningLine['step'][] = ['EMAIL', 'CARDS', 'SERVER']

/** The opening list from what was seen (docs/rules.md §9.10). */
export function openingOf(seen: Seen): Opening {
  const steps = (Object.keys(LINES) as OpeningLine['step'][]).filter((step) => step !== 'SERVER' || seen.server)
  const { today, opensOn, isSettled } = seen
  const isOpen = !isBeforeOpening(today, { opensOn })
  return {
    isOpen,
    isOver: isOpen && isSettled,
    opensOn,
    says: untilThen(seen),
    lines: steps.map((step) => lineOf(step, seen)),
  }
}

export function lineOf(step: OpeningLine['step'], seen: Seen): OpeningLine {
  const line = LINES[step](seen)
  const isSaid = !line.isSeen && (seen.said as string[]).includes(step)
  return {
    problems: [],
    ...line,
    step,
    isSeen: line.isSeen || isSaid,
    isEssential: ESSENTIAL.includes(step),
    action: isSaid ? action('TAKE_BACK', 'Take back') : line.isSeen ? null : (line.action ?? null),
  }
}

function untilThen({ cards, opensOn, today }: Seen): string {
  if (opensOn && opensOn <= today) return `You opened ${opensOn === today ? 'today' : `on ${formatFullDate(opensOn)}`}.`
  const when = opensOn && `Your site opens automatically on ${formatFullDate(opensOn)}.`
  const meanwhile =
    cards === 'production'
      ? `Until then, guests can't book and read "${untilOpening(today, { opensOn })}" Your test, bookings by phone with their pay links, and gift vouchers work.`
      : 'Booking can be tried before you open: with test cards, nobody is charged.'
  return when ? `${when} ${meanwhile}` : meanwhile
}

function testOf(test: Observed['testEmail']): string {
  if (!test || !isReachable(test.to)) return 'Not tried yet.'
  if (test.status === 'SENT') return `Your mail server took the test to ${test.to}.`
  if (test.status === 'WAITING' && !test.error) return `The test to ${test.to} is on its way.`
  const why = test.error ?? 'It was held back.'
  return test.status === 'WAITING' ? `The test hasn't gone out yet. ${why}` : `The test didn't go out. ${why}`
}

function cardsInWords(cards: Seen['cards'], realm: string | undefined): string {
  if (cards !== 'production')
    return 'Test cards only, so no card is charged. Whoever installed the site turns on real ones.'
  return realm === undefined ? 'QuickBooks is not connected.' : `Cards go to QuickBooks company ${realm}.`
}

function seasonInWords({ seasonStart, seasonEnd, closedDays, blackoutDates }: BookingConfig): string {
  const off = closedDays.length > 0 && `Closed ${formatWeekdays(closedDays)}.`
  const away = blackoutDates.length > 0 && `${counted(blackoutDates.length, 'day', 'days')} away.`
  return [`${formatShortDate(seasonStart)} to ${formatShortDate(seasonEnd)}.`, off, away].filter(Boolean).join(' ')
}
