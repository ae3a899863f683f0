import { sql } from 'kysely'
import type { Base } from './base.ts'
import type { Clock } from './clock.ts'
import { type Db, inTransaction } from './database/transaction.ts'
import { recordChange } from './features/audit-log/audit-log.writes.ts'
import { keepTrialCharges } from './features/bookkeeping/lost-charges.store.ts'
import { updateOpeningDay } from './features/configuration/configuration.store.ts'
import { deletePictures } from './features/pictures/pictures.writes.ts'
import { StartError } from './start-error.ts'

/** What guests did and what followed from it. Every other table says how the business is set up, or who works here. */
export const OF_GUESTS = [
  'booking_events',
  'booking_notes',
  'booking_queries',
  'bookings',
  'check_ins',
  'day_move_parties',
  'day_moves',
  'enquiries',
  'forgiven',
  'funnel_counts',
  'gift_voucher_uses',
  'gift_vouchers',
  'guest_notes',
  'hand_overs',
  'handed_over',
  'holds',
  'link_requests',
  'links',
  'manual_payments',
  'message_recipients',
  'messages',
  'outbox_mails',
  'payment_attempts',
  'payment_failures',
  'push_notices',
  'refund_orders',
  'refund_requests',
  'refunds',
  'reminders',
  'replies',
  'reviews',
  'unpaid_ends',
  'waitlist_entries',
  'waiver_signatures',
]

/** An account that never worked here; the change log keeps who did. */
const IS_GUEST = `position is null and id not in (
  select admin_id from audit_entries where admin_id is not null union select published_by from waivers
  union select admin_id from connection_attempts union select said_by from opening)`

/** What belongs to such an account, and last the account itself. */
const OF_ACCOUNTS = {
  calendar_feeds: 'user_id',
  known_origins: 'user_id',
  passkeys: 'user_id',
  push_devices: 'user_id',
  second_factors: 'user_id',
  sessions: 'user_id',
  users: 'id',
}

interface Trials {
  bookings: number
  vouchers: number
  /** Payments with the simulator or the sandbox. */
  pretend: number
  real: number
  cardsAreReal: boolean
}

async function countTrials(db: Db): Promise<Trials> {
  const { rows } = await sql<Trials>`
    select (select count(*) from bookings)::integer as bookings, (select count(*) from gift_vouchers)::integer as vouchers,
      count(*) filter (where environment <> 'production')::integer as pretend,
      count(*) filter (where environment = 'production')::integer as real,
      coalesce((select cards_are_real from booking_config), false) as "cardsAreReal"
    from payment_attempts`.execute(db)
  return rows[0]!
}

/**
 * What was booked belongs to real cards or to a trial, never to both.
 * @throws StartError if a trial would become real, or what is real a trial (docs/rules.md §3.36)
 */
export async function demandOneEnvironment(db: Db, environment: Base['environment']): Promise<void> {
  const { bookings, vouchers, pretend, real, cardsAreReal } = await countTrials(db)
  const isBooked = bookings + vouchers > 0
  const isReal = real > 0 || (cardsAreReal && isBooked)
  if (environment !== 'production' && isReal)
    throw new StartError(
      `QUICKBOOKS_ENVIRONMENT: got '${environment}', but what is booked in this database is real. Try things out with a DATA_DIR or database of their own.`,
    )
  if (environment === 'production' && (pretend > 0 || (isBooked && !isReal)))
    throw new StartError(
      `QUICKBOOKS_ENVIRONMENT: got 'production', but this database is a trial: ${inWords({ bookings, vouchers, pretend })} with pretend money. Put them away first: npm run admin put-trials-away. Settings, prices, people, waiver and pictures stay.`,
    )
}

/**
 * Takes everything that guests did out of a database that was a trial, so that none of it is ever counted, claimed, emailed or
 * sent to the bank. The caller has kept it in a backup. Ids go on, so that no email of the trial names anything that comes later.
 * @param owner the database as its owner, which no server is using
 * @throws StartError if it is no trial
 */
export async function putTrialsAway(owner: Db, clock: Clock): Promise<string> {
  return inTransaction(owner, clock, async (tx, now) => {
    const trials = await countTrials(tx)
    if (trials.real > 0 || (trials.cardsAreReal && trials.pretend === 0))
      throw new StartError(
        `put-trials-away: this database took real cards${trials.real > 0 ? ` (${trials.real} payments)` : ''}, so it is no trial. Nothing was changed.`,
      )
    const run = (statement: string) => sql.raw(statement).execute(tx)
    await keepTrialCharges(tx, now)
    await run('alter table waiver_signatures disable trigger user')
    const { rows: shown } = await sql<{ id: string }>`select unnest(pictures) as id from reviews`.execute(tx)
    await deletePictures(
      tx,
      shown.map(({ id }) => id),
    )
    await run(`truncate ${OF_GUESTS.join(', ')}`)
    await run('alter table waiver_signatures enable trigger user')
    for (const [table, account] of Object.entries(OF_ACCOUNTS))
      await run(`delete from ${table} where ${account} in (select id from users where ${IS_GUEST})`)
    await updateOpeningDay(tx, now, null)
    await recordChange(tx, null, 'shell.trials-put-away', { kind: 'trials', id: '' }, null, {
      bookings: trials.bookings,
      giftVouchers: trials.vouchers,
      payments: trials.pretend,
    })
    return inWords(trials)
  })
}

const inWords = ({ bookings, vouchers, pretend }: Pick<Trials, 'bookings' | 'vouchers' | 'pretend'>) =>
  new Intl.ListFormat('en-US').format([
    counted(bookings, 'booking'),
    counted(vouchers, 'gift voucher'),
    counted(pretend, 'card payment'),
  ])

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
