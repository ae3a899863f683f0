import { access, constants, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { backupCheck } from '../backup/backup-check.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { describePending } from '../database/migrate.ts'
import type { Db } from '../database/transaction.ts'
import { createEncryption } from '../encryption.ts'
import type { Check, Finding } from '../feature.ts'
import { lostServerCheck } from '../features/backups/lost-server-check.ts'
import { quickbooksAddresses } from '../features/merchant/quickbooks-addresses.ts'
import { createQuickbooksOauth } from '../features/merchant/quickbooks-oauth.ts'
import { clockCheck } from '../jobs/clock-watch.ts'
import { demandsTls } from '../mail/mail-delivery.rules.ts'
import { shellCommand } from '../shell-command.ts'
import { certificateCheck } from './certificate-check.ts'
import { diskCheck } from './disk-check.ts'
import { openingChecks } from './opening-checks.ts'

/** Holds last minutes, and processes read each other's timestamps. */
const MAX_CLOCK_SKEW_MS = 5000
const TIMEOUT_MS = 10_000

/** The settings, the machine and the database that the checks look at. */
export interface House {
  config: Config
  db: Db
  clock: Clock
  /** Guests pay real money here, or are about to. */
  isForReal: boolean
}

/** Checks the settings against the machine, the database, the mail server and the provider; changes nothing. */
export function settingsChecks(house: House): Check[] {
  return [
    { name: 'site', look: () => examineAddress(house), stopsOpening: true },
    ...(house.config.publicUrl.startsWith('https:') && !house.config.isPublicUrlLocal ? [certificateCheck(house)] : []),
    ...openingChecks(house),
    { name: 'clock-difference', look: () => examineClock(house) },
    { name: 'encryption-key', look: () => examineKey(house), stopsOpening: true },
    { name: 'migrations', look: () => examineMigrations(house), stopsOpening: true },
    { name: 'database', look: () => examineDatabase(house), stopsOpening: true },
    diskCheck(house.config),
    clockCheck(house),
    { name: 'charge-log', look: () => examineChargeLog(house), stopsOpening: true },
    backupCheck(house),
    lostServerCheck(house),
    // The list before opening sees by a test and the connection whether these work.
    { name: 'mail-server', look: () => examineMail(house) },
    { name: 'payments', look: () => examineProvider(house) },
  ]
}

async function examineClock({ db, clock }: House) {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const apart = Math.round((clock.now().getTime() - rows[0]!.now.getTime()) / 1000)
  return finding("clock: it agrees with the database's", {
    [`this machine's clock is ${Math.abs(apart)} seconds ${apart > 0 ? 'ahead of' : 'behind'} the database's`]:
      Math.abs(apart) * 1000 > MAX_CLOCK_SKEW_MS,
    'time zones: this Node has no daylight saving time data for the venue':
      formatVenueTime(new Date('2027-07-01T12:00:00Z')) !== formatVenueTime(new Date('2027-01-01T13:00:00Z')),
  })
}

async function examineAddress({ config: { publicUrl, isPublicUrlLocal, trustProxy } }: House) {
  const isHttps = publicUrl.startsWith('https:')
  return finding(`site: ${publicUrl}`, {
    "PUBLIC_URL: it isn't https, so passwords are sent unencrypted": !isPublicUrlLocal && !isHttps,
    'TRUST_PROXY: it is off behind an https proxy, so all visitors share one rate limit and lock each other out':
      isHttps && trustProxy === false,
  })
}

/** Decrypts every stored secret with the configured key. */
async function examineKey({ config, db }: House) {
  const { tryDecrypt } = createEncryption(config.encryptionKey)
  const { rows } = await sql<{ what: string; sealed: Buffer }>`
    select 'the QuickBooks connection' as what, access_token_encrypted as sealed from merchant_connections
      where access_token_encrypted is not null
    union all select 'two-step sign-in', secret_encrypted from second_factors
    union all select 'notifications', private_key_encrypted from push_keys`.execute(db)
  const closed = new Set(rows.filter(({ sealed }) => tryDecrypt(sealed) === null).map(({ what }) => what))
  return {
    about: `encryption key: it decrypts all ${rows.length} stored secrets`,
    problems: [...closed].map((what) => `ENCRYPTION_KEY: it can't decrypt ${what}, so it isn't the original key`),
  }
}

async function examineMigrations({ db }: House) {
  const problem = await describePending(db)
  return { about: 'migrations: the database is up to date', problems: problem ? [problem] : [] }
}

async function examineDatabase({ db }: House) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`.execute(db)
  const { rows: owners } = await sql`
    select 1 from users where position = 'OWNER' and is_active and password_hash is not null limit 1`.execute(db)
  return {
    about: 'database: commits survive a power cut, and an owner can sign in',
    problems: [
      ...rows
        .filter(({ setting }) => setting === 'off')
        .map(({ name }) => `PostgreSQL: ${name} is off, so a power cut can lose confirmed bookings`),
      ...(owners.length > 0 ? [] : [`no owner can sign in: ${shellCommand('admin add <username> <email>')}`]),
    ],
  }
}

async function examineChargeLog({ config: { chargeLog } }: House) {
  const isLogged = await access(dirname(chargeLog), constants.W_OK)
    .then(() => open(chargeLog, 'a'))
    .then((file) => file.close())
    .then(
      () => true,
      () => false,
    )
  return finding(`log of charges: ${chargeLog} can be written`, {
    [`CHARGE_LOG: cannot write to ${chargeLog}`]: !isLogged,
  })
}

async function examineMail({ config: { smtpUrl, mailFrom, isMailFromMade }, isForReal }: House) {
  if (!smtpUrl)
    return {
      about: 'email: no SMTP_URL, so emails wait in the portal; docs/operations.md, "Email", says how to set it up',
      problems: isForReal ? ['SMTP_URL: it is not set, so guests get no email'] : [],
    }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    requireTLS: demandsTls(smtpUrl),
  })
  const problem = await transport.verify().then(
    () => undefined,
    (error: Error) => error.message,
  )
  transport.close()
  return finding(`email: from ${mailFrom}`, {
    [`SMTP_URL: cannot use the mail server: ${problem}`]: problem !== undefined,
    'MAIL_FROM: it is not set; set it or BUSINESS_EMAIL to an address the mail server may send from': isMailFromMade,
  })
}

/** Sends a made-up refresh token: QuickBooks rejects the token if it knows our credentials, else the credentials. */
async function examineProvider({ config: { quickbooks } }: House) {
  const { environment, clientId, clientSecret, mountsSimulator } = quickbooks
  if (mountsSimulator)
    return {
      about: 'payments: the built-in simulator; docs/operations.md, "Real payments", says how to turn on real cards',
      problems: [],
    }
  const { token: tokenUrl, revoke: revokeUrl } = quickbooksAddresses(environment, quickbooks)
  const answer = await createQuickbooksOauth({ tokenUrl, revokeUrl, clientId, clientSecret }).refresh('none')
  return finding(`payments: ${environment}`, {
    [`cannot reach QuickBooks: ${'problem' in answer ? answer.problem : ''}`]:
      answer.kind === 'unavailable' && !isUnknownClient(answer),
    'QUICKBOOKS_CLIENT_ID, QUICKBOOKS_CLIENT_SECRET: QuickBooks rejects them': isUnknownClient(answer),
  })
}

const isUnknownClient = (answer: object) => 'problem' in answer && /invalid_client/.test(String(answer.problem))

function finding(about: string, problems: Record<string, boolean>): Finding {
  return { about, problems: Object.keys(problems).filter((problem) => problems[problem]) }
}
