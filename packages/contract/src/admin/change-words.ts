import type { PackageType } from '../configuration.ts'
import { fullName } from '../full-name.ts'
import { formatCents } from '../money.ts'
import { PACKAGES } from '../packages.ts'
import { type Group, groupInWords, type Tackle, tackleInWords } from '../riders.ts'
import {
  formatDate,
  formatPortalTime,
  formatVenueTime,
  formatWeekdays,
  TripDate,
  venueDate,
  venueInstant,
} from '../trip-date.ts'
import { PAY_METHODS } from './manual-payments.ts'
import { NOTICES } from './owner-notices.ts'

/** Every change that the log can have, as what its maker did. */
export const ACTIONS = {
  'backup.key-made': 'Made a recovery key',
  'backup.second-place-set': 'Changed the second place of backups',
  'booking.angler-added': 'Added an angler',
  'booking.cancelled': 'Canceled the booking',
  'booking.changed': 'Changed riders and tackle',
  'booking.charged-back': 'Recorded that the bank took money back',
  'booking.chargeback-won': 'Recorded that a dispute was won',
  'booking.checked-in': 'Noted whether the group came',
  'booking.completed': 'Completed the trip',
  'booking.corrected': 'Edited the booking',
  'booking.created': 'Booked',
  'booking.day-move-asked': 'Asked the group about another date',
  'booking.day-move-closed': 'Kept the trip as booked',
  'booking.deposit-awaited': 'Set when the deposit is due',
  'booking.dispute-pack-made': 'Made a dispute pack',
  'booking.email-corrected': 'Corrected the email address',
  'booking.entered': 'Booked by phone',
  'booking.not-owed': 'Said that it is not owed anymore',
  'booking.not-owed-again': 'Said that the refund is not owed again',
  'booking.note-added': 'Added a note',
  'booking.owed-again': 'Said that it is owed again',
  'booking.paid': 'Paid',
  'booking.pay-link-made': 'Made a payment link',
  'booking.payment-recorded': 'Added a payment by hand',
  'booking.payment-taken-back': 'Removed a payment by hand',
  'booking.refund-declined': 'Declined the refund request',
  'booking.refund-ordered': 'Asked QuickBooks for a refund',
  'booking.refund-refused': 'QuickBooks turned down a refund',
  'booking.refund-requested': 'Asked for a refund',
  'booking.refund-withdrawn': 'Withdrew the refund request',
  'booking.refunded': 'Refunded',
  'booking.rescheduled': 'Moved the booking',
  'booking.shares-split': 'Split the balance',
  'booking.status-completed': 'Marked the trip as completed',
  'booking.status-confirmed': 'Confirmed the booking',
  'booking.status-pending': 'Set the booking to pending',
  'booking.void-ordered': 'Asked QuickBooks to cancel a charge',
  'booking.void-refused': 'QuickBooks did not cancel a charge',
  'booking.voided': 'Canceled the charge',
  'booking.waiver-counted': 'Counted a waiver signature again',
  'booking.waiver-left-out': 'Left out a waiver signature',
  'booking-query.answered': 'Answered a question',
  'booking-query.status-changed': 'Changed the status of a question',
  'calendar-feed.created': 'Made a calendar link',
  'calendar-feed.renewed': 'Made a new calendar link',
  'calendar-feed.revoked': 'Turned off the calendar link',
  'configuration.changed': 'Changed the settings',
  'configuration.clock-believed': 'Said that the date of the server is right',
  'configuration.list-put-away': 'Put the opening list away',
  'configuration.looked-at': 'Looked at what guests will read',
  'configuration.opened': 'Opened the business',
  'configuration.opening-set': 'Changed the day booking opens',
  'configuration.taken-back': 'Took back a line of the opening list',
  'configuration.test-begun': 'Began a test booking',
  'day.group-reached': 'Noted whether a group was reached',
  'day.guide-set': 'Set the guide of a day',
  'day.move-closed': 'Finished with a called-off day',
  'day.moved': 'Called off a day',
  'enquiry.answered': 'Answered an enquiry',
  'enquiry.status-changed': 'Changed the status of an enquiry',
  'gallery.ordered': 'Put the gallery in another order',
  'gallery-photo.deleted': 'Deleted a photo of the gallery',
  'gallery-photo.saved': 'Changed a photo of the gallery',
  'gift-voucher.chargeback-won': 'Recorded that a dispute about a gift voucher was won',
  'gift-voucher.charged-back': 'Recorded that the bank took back what a gift voucher cost',
  'gift-voucher.code-shown': 'Looked at a gift voucher code',
  'gift-voucher.expiry-set': 'Changed the last day of a gift voucher',
  'gift-voucher.made': 'Made a gift voucher',
  'gift-voucher.pay-link-made': 'Made a payment link for a gift voucher',
  'gift-voucher.refunded': 'Gave back what a gift voucher cost',
  'gift-voucher.replaced': 'Replaced a gift voucher',
  'gift-voucher.sale-removed': 'Removed the sale of a gift voucher',
  'gift-voucher.sold': 'Sold a gift voucher',
  'gift-voucher.voided': 'Voided a gift voucher',
  'list.exported': 'Exported a list',
  'lost-charge.settled': 'Settled a payment that was missing here',
  'mail.resent': 'Sent an email again',
  'merchant.connected': 'Connected QuickBooks',
  'merchant.disconnected': 'Disconnected QuickBooks',
  'message.sent': 'Wrote to guests',
  'notifications.turned-off': 'Turned off notifications on a device',
  'notifications.turned-on': 'Turned on notifications on a device',
  'payment.resolved': 'Settled a payment',
  'refund-request.approved': 'Approved a refund request',
  'refund-request.declined': 'Declined a refund request',
  'review.status-changed': 'Decided about a review',
  'saved-reply.deleted': 'Deleted a saved reply',
  'saved-reply.saved': 'Saved a reply',
  'shell.admin-added': 'Added an owner, on the server',
  'shell.kept-position': 'Kept the role through the restore',
  'shell.kept-removed': 'Kept out of the portal through the restore',
  'shell.passkeys-kept-removed': 'Kept passkeys removed through the restore',
  'shell.password-ended': 'Ended the password after the restore',
  'shell.password-reset': 'Set a new password, on the server',
  'shell.restored': 'Restored a backup, on the server',
  'shell.second-factor-removed': 'Removed two-step sign-in and passkeys, on the server',
  'shell.secrets-forgotten': 'Forgot what a lost encryption key had closed, on the server',
  'shell.trials-put-away': 'Put away what was booked as a trial, on the server',
  'tip.charged-back': 'Recorded that the bank took a tip back',
  'tip.chargeback-won': 'Recorded that a dispute about a tip was won',
  'tip.dispute-pack-made': 'Made a dispute pack for a tip',
  'tip.refund-ordered': 'Asked QuickBooks to give a tip back',
  'user.activated': 'Let the account in again',
  'user.deactivated': 'Deactivated the account',
  'user.email-changed': 'Changed the email address',
  'user.forgotten': 'Erased the name',
  'user.invitation-withdrawn': 'Took back the invitation',
  'user.invited': 'Invited to the portal',
  'user.invited-again': 'Sent the invitation again',
  'user.joined': 'Joined',
  'user.passkey-added': 'Added a passkey',
  'user.passkey-removed': 'Removed a passkey',
  'user.passkey-renamed': 'Renamed a passkey',
  'user.position-changed': 'Changed the role',
  'user.renamed': 'Changed the name',
  'user.second-factor-added': 'Turned on two-step sign-in',
  'user.second-factor-removed': 'Turned off two-step sign-in',
  'user.settled-up': 'Got what was taken by hand',
  'user.settled-up-undone': 'Undid getting what was taken by hand',
  'waiver.counted': 'Counted a waiver signature again',
  'waiver.ended': 'Ended the waiver',
  'waiver.left-out': 'Left out a waiver signature',
  'waiver.published': 'Published the waiver',
  'waiver.signed': 'Signed the waiver',
} as const
export type ChangeAction = keyof typeof ACTIONS

/** An action of a version that is gone says what it can. */
export const actionInWords = (action: string): string =>
  ACTIONS[action as ChangeAction] ?? sentence(action.replace(/^[^.]*\./, '').replaceAll('-', ' '))

/** Actions whose words have this one, for the search. */
export const actionsWith = (word: string): ChangeAction[] =>
  (Object.keys(ACTIONS) as ChangeAction[]).filter((action) =>
    ACTIONS[action].toLowerCase().includes(word.toLowerCase()),
  )

/** Fields that the portal names differently from the wire. */
const NAMES: Readonly<Record<string, string>> = {
  ...NOTICES,
  addresses: 'Emails go to',
  adminResponse: 'Answer',
  balanceDueDays: 'Days before the trip the balance is due',
  blackoutDates: "Days you're away",
  chargeId: 'QuickBooks number',
  createdAt: 'Made',
  depositAmount: 'Deposit',
  description: 'Reason',
  depositPerGuest: 'Deposit per angler',
  depositUntil: 'Deposit due by',
  digestAt: 'The day by email at',
  expiresAt: 'Works until',
  expiresOn: 'Good through',
  giftsStopped: 'Stop selling gifts on the site',
  heldSpotsTaken: 'Spots taken that were held for others',
  holdDurationMinutes: 'Hold duration (minutes)',
  isPrivate: 'Private morning',
  isReached: '',
  maxCapacity: 'Spots a day',
  method: 'Paid by',
  moveDays: 'Days before a trip a date can move',
  notOwed: 'Not owed anymore',
  numberOfGuests: 'Anglers',
  opensDay: 'Day open again',
  packageType: 'Package',
  paymentId: 'QuickBooks number',
  position: 'Role',
  privateSpotPrice: 'Private morning, per empty spot',
  realmId: 'QuickBooks company',
  recipientName: 'For',
  refundLimit: 'Most the office may refund',
  secondFactor: 'Two-step sign-in',
  selectedDate: 'Date',
  service: 'Through',
  standardPackagePrice: 'Standard price',
  state: '',
  takenAt: 'Backup of',
  tappedAt: 'Noted at',
  totalAmount: 'Total',
  tripEnds: 'Done around',
  trophyPackagePrice: 'Trophy price',
  unreached: 'Without an email',
  waiting: 'Had not answered',
  who: 'To',
  words: 'Message',
  written: 'Emails',
}

/** What only a program reads, or the name of the changed thing says. */
const LEFT_OUT = new Set([
  'booking',
  'digest',
  'guidePhoto',
  'insteadOf',
  'isActive',
  'isConnected',
  'isOfGroup',
  'mailId',
  'secondFactor',
])
/** Amounts that are kept in dollars; others are kept in words already. */
const DOLLARS = new Set([
  'amount',
  'depositAmount',
  'depositPerGuest',
  'privateSpotPrice',
  'standardPackagePrice',
  'totalAmount',
  'trophyPackagePrice',
])
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  isPrivate: { true: 'yes', false: 'no' },
  isReached: { true: 'Reached', false: 'Not reached' },
  method: Object.fromEntries(Object.entries(PAY_METHODS).map(([method, { name }]) => [method, name])),
  opensDay: { true: 'yes', false: 'no' },
  state: { ARRIVED: 'Arrived', NO_SHOW: 'No-show' },
  status: { CANCELLED: 'Canceled', NOT_NEEDED: 'No longer needed' },
  who: {
    BOOKING: 'One booking',
    DAY: 'Everyone on a day',
    WEEK: 'Everyone in a week',
    UNPAID: 'Everyone with a balance',
  },
  outcome: {
    CAPTURED: 'It was paid',
    NOT_CHARGED: "It wasn't charged",
    PROVIDER_CANCELLED: 'QuickBooks canceled it',
    REFUNDED: 'It was refunded',
    NOT_REFUNDED: "It wasn't refunded",
    DISMISSED: 'Left as it is',
  },
}

export interface ChangedValue {
  /** Empty for a value without one. */
  name: string
  words: string
  /** The value of before, if there was one. */
  was?: string
}

/**
 * What a change made of what, in people's words: `adminNotes` reads `Admin notes`, `isConnected` `Connected`, `IN_PROGRESS`
 * `In progress`, an instant a day and an hour at the venue. Null if the values were erased.
 * @param hidden fields that this reader must not see
 */
export function changedValues(
  beforeJson: string | null,
  afterJson: string | null,
  hidden: readonly string[] = [],
): ChangedValue[] | null {
  if (beforeJson === null || afterJson === null) return null
  const [before, after]: unknown[] = [JSON.parse(beforeJson), JSON.parse(afterJson)]
  const told = after ?? before
  if (!isRecord(told)) return isNothing(told) ? [] : [{ name: '', words: formatValue(told) }]
  const trip = isNothing(before) && isTrip(told) ? [{ name: '', words: tripInWords(told) }] : []
  const isSaid = (name: string) => trip.length > 0 && (TRIP.has(name) || NAME_OF_PERSON.has(name))
  // What only one side has is said as it is: the amount of a payment that was removed, beside the reason.
  const both = isRecord(before) && isRecord(after)
  const values = Object.entries(both ? { ...withName(before), ...withName(after) } : withName(told)).flatMap(
    ([name, value]) => {
      const old = both && name in withName(after) ? withName(before)[name] : undefined
      if (LEFT_OUT.has(name) || isSaid(name) || hidden.includes(name)) return []
      if (JSON.stringify(old) === JSON.stringify(value) || (isNothing(old) && isNothing(value))) return []
      // A switch that is off may be stored as nothing.
      const words = isNothing(value) && typeof old === 'boolean' ? 'off' : formatValue(value, name)
      const change = { name: fieldInWords(name), words }
      return [isNothing(old) ? change : { ...change, was: formatValue(old, name) }]
    },
  )
  return [...trip, ...values]
}

/** `2 anglers, 1 rider on Tue, Aug 3, 2027, Trophy package, fly tackle` */
export function tripInWords({ selectedDate, packageType, tackle, ...group }: Trip): string {
  const rods = tackle !== 'DECIDE_LATER' && `${tackleInWords(tackle)} tackle`
  const what = `${groupInWords(group)} on ${formatDate(selectedDate)}`
  return [what, `${PACKAGES[packageType].name} package`, rods].filter(Boolean).join(', ')
}

interface Trip extends Group {
  selectedDate: TripDate
  packageType: PackageType
  tackle: Tackle
}
const TRIP: ReadonlySet<string> = new Set<keyof Trip>([
  'selectedDate',
  'numberOfGuests',
  'riders',
  'packageType',
  'tackle',
])
const isTrip = (value: object): value is Trip => [...TRIP].every((name) => name in value)

const NAME_OF_PERSON: ReadonlySet<string> = new Set(['name', 'firstName', 'lastName'])

/** A first and a last name as one. */
function withName({ firstName, lastName, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  if (typeof firstName !== 'string' || typeof lastName !== 'string') return { ...rest, ...names }
  return { ...rest, name: fullName({ firstName, lastName }) }
}

/** `Phone: 863 555 0100, was 863 555 0199` */
export const changeInWords = ({ name, words, was }: ChangedValue): string =>
  `${name && `${name}: `}${words}${was === undefined ? '' : `, was ${was}`}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNothing = (value: unknown) => value === null || value === undefined || value === ''

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1).toLowerCase()}`

/** `Deposit per angler` */
export function fieldInWords(field: string): string {
  const words = field.replace(/^is(?=[A-Z])/, '').replace(/[A-Z]/g, ' $&')
  return NAMES[field] ?? sentence(words.trim())
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

function formatValue(value: unknown, name = ''): string {
  if (isNothing(value)) return name === 'state' ? 'not checked in' : 'none'
  const known = VALUES[name]?.[String(value)]
  if (known) return known
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return name === 'closedDays' ? formatWeekdays(value as number[]) : value.map((one) => formatValue(one)).join('; ')
  }
  if (isRecord(value))
    return Object.entries(value)
      .map(([part, one]) => `${fieldInWords(part)}: ${formatValue(one, part)}`)
      .join('; ')
  if (typeof value === 'number') return DOLLARS.has(name) ? formatCents(Math.round(value * 100)) : String(value)
  const text = String(value)
  if (TripDate.safeParse(text).success) return formatDate(text)
  if (INSTANT.test(text)) return `${formatDate(venueDate(new Date(text)))}, ${formatVenueTime(new Date(text))}`
  if (TIME.test(text)) return formatPortalTime(venueInstant('2027-06-01', text))
  return /^[A-Z][A-Z_]+$/.test(text) ? sentence(text.replaceAll('_', ' ')) : text
}
