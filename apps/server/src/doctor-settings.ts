import { access, constants, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { describePending } from './database/migrate.ts'
import type { Db } from './database/transaction.ts'
import { createEncryption } from './encryption.ts'
import type { Finding } from './feature.ts'
import { quickbooksAddresses } from './features/merchant/quickbooks-addresses.ts'
import { createQuickbooksOauth } from './features/merchant/quickbooks-oauth.ts'

const MEGABYTE = 2 ** 20
const LEAST_FREE = 500 * MEGABYTE
/** Holds last minutes, and what one process writes another one reads. */
const CLOCKS_APART_MS = 5000
const PATIENCE_MS = 10_000

interface Installation {
  config: Config
  db: Db
  clock: Clock
}

/** Whether the settings fit the machine, the database and who we speak to; changes nothing. */
export function examineSettings(installation: Installation): (() => Promise<Finding>)[] {
  return [
    examineAddress,
    examineKey,
    examineMigrations,
    examineDatabase,
    examineDisk,
    examineMail,
    examineProvider,
  ].map((check) => () => check(installation))
}

async function examineAddress({ config: { publicUrl, isPublicUrlLocal, trustProxy }, db, clock }: Installation) {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const apart = Math.round((clock.now().getTime() - rows[0]!.now.getTime()) / 1000)
  const isHttps = publicUrl.startsWith('https:')
  return finding(`site: ${publicUrl}`, {
    "PUBLIC_URL: it isn't https, so passwords travel for everybody to read": !isPublicUrlLocal && !isHttps,
    'TRUST_PROXY: it is off though a proxy speaks https for us, so all visitors count as one and lock each other out':
      isHttps && trustProxy === false,
    [`the clock of this machine is ${Math.abs(apart)} seconds ${apart > 0 ? 'ahead of' : 'behind'} the database's`]:
      Math.abs(apart) * 1000 > CLOCKS_APART_MS,
    "time zones: this Node doesn't know when it is morning at the venue":
      formatVenueTime(new Date('2027-07-01T12:00:00Z')) !== formatVenueTime(new Date('2027-01-01T13:00:00Z')),
  })
}

/** What was encrypted last of each kind. */
async function examineKey({ config, db }: Installation) {
  const { decrypt } = createEncryption(config.encryptionKey)
  const { rows } = await sql<{ what: string; sealed: Buffer }>`
    select 'the connection to QuickBooks' as what, access_token_encrypted as sealed from merchant_connections
      where access_token_encrypted is not null
    union all select 'two-step sign-in', secret_encrypted from second_factors
    union all select 'notifications', private_key_encrypted from push_keys`.execute(db)
  const closed = new Set(rows.filter(({ sealed }) => !opens(() => decrypt(sealed))).map(({ what }) => what))
  return {
    about: `encryption key: it opens what is encrypted, ${rows.length} in all`,
    problems: [...closed].map((what) => `ENCRYPTION_KEY: it isn't the one that ${what} was encrypted with`),
  }
}

function opens(decrypt: () => string): boolean {
  try {
    decrypt()
    return true
  } catch {
    return false
  }
}

async function examineMigrations({ db }: Installation) {
  const problem = await describePending(db)
  return { about: 'migrations: the database is of this version', problems: problem ? [problem] : [] }
}

async function examineDatabase({ db }: Installation) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`.execute(db)
  const { rows: owners } = await sql`
    select 1 from users where position = 'OWNER' and is_active and password_hash is not null limit 1`.execute(db)
  return {
    about: 'database: it keeps what it has confirmed, and somebody can sign in as the owner',
    problems: [
      ...rows
        .filter(({ setting }) => setting === 'off')
        .map(({ name }) => `PostgreSQL: ${name} is off, so a power cut loses bookings that were confirmed`),
      ...(owners.length > 0 ? [] : ['nobody can sign in as an owner: npm run admin add']),
    ],
  }
}

async function examineDisk({ config: { dataDir, chargeLog } }: Installation) {
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  const isLogged = await access(dirname(chargeLog), constants.W_OK)
    .then(() => open(chargeLog, 'a'))
    .then((file) => file.close())
    .then(
      () => true,
      () => false,
    )
  return finding(`disk: ${free} MB are free in ${dataDir}`, {
    [`DATA_DIR: only ${free} MB are free`]: free * MEGABYTE < LEAST_FREE,
    [`CHARGE_LOG: ${chargeLog} cannot be written to`]: !isLogged,
  })
}

async function examineMail({ config: { smtpUrl, mailFrom } }: Installation) {
  if (!smtpUrl) return { about: 'mail: no SMTP_URL, emails stay in the outbox and show at /dev/mail', problems: [] }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS })
  const problem = await transport.verify().then(
    () => undefined,
    (error: Error) => error.message,
  )
  transport.close()
  return finding(`mail: from ${mailFrom}`, {
    [`SMTP_URL: the mail server does not take us: ${problem}`]: problem !== undefined,
    'MAIL_FROM: it is an example; set it, or BUSINESS_EMAIL, to an address that the mail server may send for':
      /\.example>?$/.test(mailFrom),
  })
}

/** Asks with a refresh token that there cannot be: who knows us says so of the token, who does not says it of us. */
async function examineProvider({ config: { quickbooks }, db }: Installation) {
  const { environment, simulatorUrl, clientId, clientSecret, mountsSimulator } = quickbooks
  if (mountsSimulator) return { about: 'payments: the simulator, which runs with the site', problems: [] }
  const { token: tokenUrl, revoke: revokeUrl } = quickbooksAddresses(environment, simulatorUrl)
  const answer = await createQuickbooksOauth({ tokenUrl, revokeUrl, clientId, clientSecret }).refresh('none')
  const { rows } = await sql`
    select 1 from merchant_connections where environment = ${environment} and access_token_encrypted is not null`.execute(
    db,
  )
  return finding(`payments: ${environment}`, {
    [`QuickBooks cannot be asked: ${'problem' in answer ? answer.problem : ''}`]:
      answer.kind === 'unavailable' && !isUnknownClient(answer),
    'QUICKBOOKS_CLIENT_ID, QUICKBOOKS_CLIENT_SECRET: QuickBooks does not know them': isUnknownClient(answer),
    'no merchant account is connected, so no card can be taken: Merchant Setup in the portal': rows.length === 0,
  })
}

const isUnknownClient = (answer: object) => 'problem' in answer && /invalid_client/.test(String(answer.problem))

function finding(about: string, problems: Record<string, boolean>): Finding {
  return { about, problems: Object.keys(problems).filter((problem) => problems[problem]) }
}
