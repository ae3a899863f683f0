import { portal } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { anglers, groupInWords } from '@arcadia/contract/riders'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { addDays, formatShortDate, formatVenueTime, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { action, heading, type LetterPart, letter, nameInMail, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { takeDigestDay, tellOwner } from '../owner-notices/owner-notices.writes.ts'
import type { DaySheets } from './day-sheet.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner. */
    'owner-digest': { date: TripDate }
  }
}

type Group = Awaited<ReturnType<DaySheets['read']>>['parties'][number]

export const digestEmails = (daySheets: DaySheets): Emails => ({
  async 'owner-digest'({ date }, context) {
    // No longer that morning.
    if (date !== venueDate(context.now)) return null
    const days = [
      { name: 'Today', date },
      { name: 'Tomorrow', date: addDays(date, 1) },
    ]
    const sheets = await Promise.all(
      days.map(async (day) => {
        const { parties, isCalledOff } = await daySheets.read(day.date, { ofGuestsOnly: true })
        return { ...day, isCalledOff, groups: parties.filter(isComing) }
      }),
    )
    if (sheets.every(({ groups }) => groups.length === 0)) return null
    return letter(
      context,
      {
        subject: `Your day: ${sheets.map((sheet) => `${sheet.name.toLowerCase()} ${inShort(sheet)}`).join(', ')}`,
        headline: 'Good morning',
      },
      ...sheets.flatMap((sheet): LetterPart[] => [
        heading(`${sheet.name}, ${formatShortDate(sheet.date)}`),
        describeDay(sheet),
        ...(sheet.groups.length > 0 ? [{ facts: sheet.groups.map(describe) }] : []),
      ]),
      action('Open the day sheet', portal.dashboard.daySheet.href({ date })),
    )
  },
})

interface Day {
  name: string
  date: TripDate
  isCalledOff: boolean
  groups: readonly Group[]
}

/** Who is expected, or still has to answer that the day is off. */
const isComing = ({ status }: Group) => status === 'CONFIRMED' || status === 'COMPLETED'

function describeDay({ date, isCalledOff, groups }: Day): string {
  if (isCalledOff && groups.length > 0) {
    const who = groups.length === 1 ? '1 group has' : `${groups.length} groups have`
    return `Called off: don't go out. ${who} not picked a new date or a refund yet:`
  }
  return `Sunrise ${formatVenueTime(skyOf(date).sunrise)}.${groups.length === 0 ? ' No one is booked.' : ''}`
}

/** `4 anglers`, `called off` */
const inShort = ({ isCalledOff, groups }: Day) => {
  if (isCalledOff) return 'called off'
  const count = groups.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
  return count === 0 ? 'no one' : anglers(count)
}

/** A group in a few lines under its name. */
function describe(group: Group): [name: string, lines: string] {
  const { waiver, outcome } = group
  const takenBack = group.chargedBackAmount ?? 0
  const refunded = refundedByUs(group)
  const missing = outcome === 'ON' && waiver ? waiver.wanted - waiver.names.length : 0
  const open = [
    group.pendingAmount > 0 && `Balance due: ${formatCents(group.pendingAmount)}`,
    refunded > 0 && `${formatCents(refunded)} refunded`,
    takenBack > 0 && `${formatCents(takenBack)} taken back by the bank`,
    missing > 0 && `${missing} ${missing === 1 ? 'waiver' : 'waivers'} missing`,
  ].filter((line) => line !== false)
  const lines = [
    `${groupInWords(group)}, ${formatPhone(plainLine(group.phone))}`,
    open.join(', '),
    ...[...group.notes, ...group.questions].map(plainLine),
  ]
  return [nameInMail(group.firstName, group.lastName), lines.filter(Boolean).join('\n')]
}

/** Sends the day's digest when it is due. */
export async function sendDigest(deps: { db: Db; clock: Clock; ownerEmail: string | undefined }): Promise<void> {
  await inTransaction(deps.db, deps.clock, async (tx, now) => {
    const date = await takeDigestDay(tx, now)
    if (date) await tellOwner(tx, now, deps.ownerEmail, { kind: 'owner-digest', params: { date } })
  })
}
