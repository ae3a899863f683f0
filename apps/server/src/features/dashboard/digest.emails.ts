import { portal } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { anglers, groupInWords } from '@arcadia/contract/riders'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { addDays, formatShortDate, formatVenueTime, type TripDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { action, facts, type LetterPart, letter, nameInMail, plainLine } from '../../mail/letter.ts'
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
      `Your day: ${sheets.map((sheet) => `${sheet.name.toLowerCase()} ${inShort(sheet)}`).join(', ')}`,
      'Good morning,',
      ...sheets.flatMap((sheet): LetterPart[] => [describeDay(sheet), ...sheet.groups.map(describe)]),
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

function describeDay({ name, date, isCalledOff, groups }: Day): string {
  const day = `${name}, ${formatShortDate(date)}.`
  if (isCalledOff && groups.length > 0) {
    const who = groups.length === 1 ? '1 group has' : `${groups.length} groups have`
    return `${day} CALLED OFF: don't go out. ${who} not picked a new date or a refund yet:`
  }
  return `${day} Sunrise ${formatVenueTime(skyOf(date).sunrise)}.${groups.length === 0 ? ' No one is booked.' : ''}`
}

/** `4 anglers`, `called off` */
const inShort = ({ isCalledOff, groups }: Day) => {
  if (isCalledOff) return 'called off'
  const count = groups.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
  return count === 0 ? 'no one' : anglers(count)
}

function describe(group: Group): LetterPart {
  const { waiver, outcome } = group
  return facts({
    Name: nameInMail(group.firstName, group.lastName),
    Group: groupInWords(group),
    Phone: plainLine(group.phone),
    'Balance due': group.pendingAmount > 0 ? formatCents(group.pendingAmount) : null,
    Notes: [...group.notes, ...group.questions].map(plainLine).join(' · ') || null,
    Waivers:
      outcome === 'ON' && waiver && waiver.names.length < waiver.wanted
        ? `${waiver.wanted - waiver.names.length} missing`
        : null,
  })
}

/** Sends the day's digest when it is due. */
export async function sendDigest(deps: { db: Db; clock: Clock; ownerEmail: string | undefined }): Promise<void> {
  await inTransaction(deps.db, deps.clock, async (tx, now) => {
    const date = await takeDigestDay(tx, now)
    if (date) await tellOwner(tx, now, deps.ownerEmail, { kind: 'owner-digest', params: { date } })
  })
}
