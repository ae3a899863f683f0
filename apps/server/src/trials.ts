import { sql } from 'kysely'
import type { Base } from './base.ts'
import type { Clock } from './clock.ts'
import { type Db, inTransaction } from './database/transaction.ts'
import { recordChange } from './features/audit-log/audit-log.writes.ts'
import { keepTrialCharges } from './features/bookkeeping/lost-charges.store.ts'
import { updateOpeningDay } from './features/configuration/configuration.store.ts'
import { unsay } from './features/opening/opening.store.ts'
import { deletePictures } from './features/pictures/pictures.writes.ts'
import { listStaffLinks, putLinksBack } from './http/links.ts'
import { shellCommand } from './shell-command.ts'
import { StartError } from './start-error.ts'

/** What guests did and what followed from it. Every other table says how the business is set up, or who works here. */
export const OF_GUESTS = [
  'booking_events',
  'booking_notes',
  'booking_queries',
  'bookings',
  'check_ins',
  'day_move_parties',
  'day_guides',
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
  'shares',
  'tips',
  'unpaid_ends',
  'unsubscriptions',
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
  /** Payments with the simulator or the sandbox, and those of them whose money was taken or may be. */
  pretend: number
  pretendKept: number
  /** Payments with real cards, also those that only the log of charges knows. */
  real: number
  /** Bookings and vouchers that pretend money didn't pay, and what was paid by hand. */
  others: number
  cardsAreReal: boolean
}

async function countTrials(db: Db): Promise<Trials> {
  const { rows } = await sql<Trials>`
    select (select count(*) from bookings)::integer as bookings, (select count(*) from gift_vouchers)::integer as vouchers,
      count(*) filter (where environment <> 'production')::integer as pretend,
      count(*) filter (where environment <> 'production' and (outcome is null or outcome = 'CAPTURED'))::integer as "pretendKept",
      (count(*) filter (where environment = 'production')
        + (select count(*) from lost_charges where environment = 'production'))::integer as real,
      ((select count(*) from bookings b where not exists (
          select from payment_attempts a where a.booking_id = b.id and a.environment <> 'production' and a.outcome = 'CAPTURED'))
        + (select count(*) from gift_vouchers v where not exists (
          select from payment_attempts a where a.id = v.attempt_id and a.environment <> 'production'))
        + (select count(*) from manual_payments))::integer as others,
      coalesce((select cards_are_real from booking_config), false) as "cardsAreReal"
    from payment_attempts`.execute(db)
  return rows[0]!
}

/** Without real cards, what was booked by phone or given away belongs to the trial too. */
const isReal = ({ real, others, cardsAreReal }: Trials) => real > 0 || (cardsAreReal && others > 0)

/**
 * What was booked belongs to real cards or to a trial, never to both.
 * @throws StartError if a trial would become real, or what is real a trial (docs/rules.md §3.36)
 */
export async function demandOneEnvironment(db: Db, environment: Base['environment']): Promise<void> {
  const trials = await countTrials(db)
  if (environment !== 'production' && isReal(trials))
    throw new StartError(
      `QUICKBOOKS_ENVIRONMENT: got '${environment}', but what is booked in this database is real. Try things out with a DATA_DIR or database of their own.`,
    )
  if (environment === 'production' && !isReal(trials) && trials.bookings + trials.vouchers + trials.pretendKept > 0)
    throw new StartError(
      `QUICKBOOKS_ENVIRONMENT: got 'production', but this database is a trial: ${inWords(trials)} with pretend money. Put them away first: ${shellCommand('admin put-trials-away')}. Settings, prices, people, waiver and pictures stay.`,
    )
}

/** @throws StartError if what is booked is real */
export async function demandTrials(db: Db): Promise<Trials> {
  const trials = await countTrials(db)
  if (isReal(trials)) throw new StartError(`put-trials-away: ${whatIsReal(trials)} Nothing was changed.`)
  return trials
}

/**
 * Takes everything that guests did out of a database that was a trial, so that none of it is ever counted, claimed, emailed or
 * sent to the bank. The caller has kept it in a backup. Ids go on, so that no email of the trial names anything that comes later.
 * @param owner the database as its owner, which no server is using
 * @throws StartError if it is no trial
 */
export async function putTrialsAway(owner: Db, clock: Clock): Promise<string> {
  return inTransaction(owner, clock, async (tx, now) => {
    const trials = await demandTrials(tx)
    const run = (statement: string) => sql.raw(statement).execute(tx)
    await keepTrialCharges(tx, now)
    await run('alter table waiver_signatures disable trigger user')
    const { rows: shown } = await sql<{ id: string }>`select unnest(pictures) as id from reviews`.execute(tx)
    await deletePictures(
      tx,
      shown.map(({ id }) => id),
    )
    const links = await listStaffLinks(tx)
    await run(`truncate ${OF_GUESTS.join(', ')}`)
    await putLinksBack(tx, links)
    await run('alter table waiver_signatures enable trigger user')
    for (const [table, account] of Object.entries(OF_ACCOUNTS))
      await run(`delete from ${table} where ${account} in (select id from users where ${IS_GUEST})`)
    await updateOpeningDay(tx, now, null)
    await unsay(tx, 'PUT_AWAY')
    await recordChange(tx, null, 'shell.trials-put-away', { kind: 'trials', id: '' }, null, {
      bookings: trials.bookings,
      giftVouchers: trials.vouchers,
      payments: trials.pretend,
    })
    return inWords(trials)
  })
}

const whatIsReal = ({ real, others }: Trials) =>
  real > 0
    ? `this database took real cards (${counted(real, 'payment')}), so it is no trial.`
    : `this site takes real cards, and has ${counted(others, 'booking, voucher or payment by hand', 'bookings, vouchers and payments by hand')} that no pretend money paid, so it is no trial.`

const inWords = ({ bookings, vouchers, pretend }: Pick<Trials, 'bookings' | 'vouchers' | 'pretend'>) =>
  new Intl.ListFormat('en-US').format([
    counted(bookings, 'booking'),
    counted(vouchers, 'gift voucher'),
    counted(pretend, 'card payment'),
  ])

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
