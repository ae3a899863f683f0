import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { portal } from '@arcadia/contract/addresses'
import { keptSecret, prepareDataDir } from './database/data-dir.ts'
import {
  checkout,
  describeVariable,
  Environment,
  listHalfSettings,
  listUnknownSettings,
  toEncryptionKey,
  type Variable,
} from './environment.ts'
import { noReplyAt } from './mail/no-reply.ts'
import { StartError } from './start-error.ts'

export type Config = ReturnType<typeof readConfig>

export type Variables = Record<string, string | undefined>

/** In DATA_DIR. */
export const KEY_FILE = 'encryption-key'

/** The process environment, over an optional `.env` file for local use. */
export function loadEnvironment(file = join(checkout, '.env')): Variables {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env
    throw new StartError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/**
 * Validates the variables and returns the settings. Creates DATA_DIR, with an encryption key in it unless one is given.
 * @param makesKey whether a missing key is made
 * @throws StartError naming the variable, its value and what was expected; never a secret's value
 */
export function readConfig(variables: Variables, { makesKey = true }: { makesKey?: boolean } = {}) {
  const env = parse(variables)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  refuseUnsafe({ ...env, PUBLIC_URL: publicUrl })
  return {
    port: env.PORT,
    host: env.HOST,
    /** Without a trailing slash. */
    publicUrl,
    isPublicUrlLocal: isLocal(publicUrl),
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Absolute. */
    chargeLog: env.CHARGE_LOG ?? join(env.DATA_DIR, 'charges.log'),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    firstAdmin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    quickbooks: {
      environment: env.QUICKBOOKS_ENVIRONMENT,
      ...appAtIntuit(env, publicUrl),
      /** Whether this process serves the simulator itself, under /simulator. */
      mountsSimulator: env.QUICKBOOKS_ENVIRONMENT === 'simulator' && env.QUICKBOOKS_SIMULATOR_URL === undefined,
    },
    encryptionKey: env.ENCRYPTION_KEY ?? keptEncryptionKey(env.DATA_DIR, makesKey),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? env.BUSINESS_EMAIL ?? noReplyAt(publicUrl),
    /** Whether nobody said which address emails come from. */
    isMailFromMade: !env.MAIL_FROM && !env.BUSINESS_EMAIL,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    /** How long a customer waits for a payment before it moves to the background and we ask them not to pay again. */
    answerWithinMs: env.PAYMENT_ANSWER_SECONDS * 1000,
    cardTokensViaServer: env.CARD_TOKENS_VIA_SERVER ?? env.QUICKBOOKS_ENVIRONMENT !== 'production',
    recaptcha: both(env.RECAPTCHA_SITE_KEY, env.RECAPTCHA_SECRET_KEY, (siteKey, secretKey) => ({ siteKey, secretKey })),
    analytics: both(env.GA_MEASUREMENT_ID, env.GA_API_SECRET, (measurementId, apiSecret) => ({
      measurementId,
      apiSecret,
    })),
    business: {
      name: env.BUSINESS_NAME,
      email: env.BUSINESS_EMAIL ?? '',
      phone: env.BUSINESS_PHONE ?? '',
      socialHandle: env.SOCIAL_HANDLE ?? '',
      socialUrl: env.SOCIAL_URL ?? '',
      socialPosts: env.SOCIAL_POSTS,
      launchText: env.LAUNCH_TEXT,
    },
    /** Receives the emails about enquiries and about payments that need attention; every owner does if it is not set. */
    ownerEmail: env.BUSINESS_EMAIL,
    rateLimits: env.RATE_LIMITS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** In the doctor's words, as are the next. */
    unknownSettings: listUnknownSettings(variables),
    halfSettings: listHalfSettings(env),
    metricsToken: env.METRICS_TOKEN,
  }
}

/** Only the simulator may run without these; it accepts the defaults. */
const appAtIntuit = (env: Environment, publicUrl: string) => ({
  // The built-in one is asked without the way around through a proxy, whose certificate may not be there yet.
  simulatorUrl: env.QUICKBOOKS_SIMULATOR_URL ?? `http://${hereFor(env.HOST)}:${env.PORT}/simulator`,
  publicSimulatorUrl: env.QUICKBOOKS_SIMULATOR_URL ?? `${publicUrl}/simulator`,
  clientId: env.QUICKBOOKS_CLIENT_ID ?? 'simulator-client',
  clientSecret: env.QUICKBOOKS_CLIENT_SECRET ?? 'simulator-secret',
  redirectUri: env.QUICKBOOKS_REDIRECT_URI ?? publicUrl + portal.quickbooksCallback.href(),
})

/** Where a server that listens on this host reaches itself. */
function hereFor(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function parse(variables: Variables): Environment {
  // An empty variable, as in `SMTP_URL=`, counts as not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  refuseInAddress(given)
  const result = Environment.safeParse(given)
  if (result.success) return result.data
  const name = result.error.issues[0]!.path[0] as Variable
  const { expected, isSecret } = describeVariable(name)
  throw new StartError(`${name}: got ${isSecret ? 'an invalid value' : `'${given[name]}'`}, expected ${expected}.`)
}

/** The compose file writes these passwords into addresses, so a fault in one would be told as a fault of the address. */
function refuseInAddress(given: Variables): void {
  const written = [
    ['SERVING_PASSWORD', 'DATABASE_URL'],
    ['OWNER_PASSWORD', 'DATABASE_OWNER_URL'],
  ] as const
  for (const [password, address] of written)
    if (given[address]?.includes(`:${given[password]}@`) && !/^[\w.~-]+$/.test(given[password] ?? ''))
      throw new StartError(
        `${password}: got an invalid value, expected only letters, digits and . _ ~ -, because it stands in ${address}.`,
      )
}

/** Rejects combinations of variables that are each valid on their own. */
function refuseUnsafe(env: Environment & { PUBLIC_URL: string }): void {
  const refuse = (when: boolean, name: Variable, why: string) => {
    if (when) throw new StartError(`${name}: ${why}`)
  }
  const environment = env.QUICKBOOKS_ENVIRONMENT
  const local = isLocal(env.PUBLIC_URL)
  refuse(
    environment === 'simulator' && !local && !env.ALLOW_SIMULATOR,
    'ALLOW_SIMULATOR',
    `got nothing, expected 'yes' to run the payments simulator at ${env.PUBLIC_URL}, which isn't a local address; it takes no real money.`,
  )
  refuse(
    environment === 'production' && !env.SMTP_URL,
    'SMTP_URL',
    'got nothing, expected the address of a mail server; QUICKBOOKS_ENVIRONMENT=production requires it.',
  )
  refuse(
    environment === 'production' && !env.PUBLIC_URL.startsWith('https:'),
    'PUBLIC_URL',
    `got '${env.PUBLIC_URL}', expected an https address when QUICKBOOKS_ENVIRONMENT=production.`,
  )
  for (const name of ['QUICKBOOKS_CLIENT_ID', 'QUICKBOOKS_CLIENT_SECRET', 'QUICKBOOKS_REDIRECT_URI'] as const)
    refuse(
      environment !== 'simulator' && !env[name],
      name,
      `got nothing, expected ${describeVariable(name).expected} when QUICKBOOKS_ENVIRONMENT=${environment}.`,
    )
  refuse(
    env.DATABASE_URL !== undefined && !env.ENCRYPTION_KEY && !existsSync(join(env.DATA_DIR, KEY_FILE)),
    'ENCRYPTION_KEY',
    `got nothing, expected 32 bytes in base64 or hex when DATABASE_URL is set, or that key in ${join(env.DATA_DIR, KEY_FILE)}: processes on one database share the key.`,
  )
  refuse(
    env.DATABASE_OWNER_URL !== undefined && !env.DATABASE_URL,
    'DATABASE_OWNER_URL',
    'expected only together with DATABASE_URL, which is not set; it is a second role for that database.',
  )
  refuse(
    env.DATABASE_DIRECT_URL !== undefined && !env.DATABASE_URL,
    'DATABASE_DIRECT_URL',
    'expected only together with DATABASE_URL, which is not set; it is the database behind that pooler.',
  )
  refuse(
    !env.RATE_LIMITS && !local,
    'RATE_LIMITS',
    `got 'off', expected 'on' at ${env.PUBLIC_URL}, which isn't a local address.`,
  )
  refuse(
    env.PAYMENT_ANSWER_SECONDS !== 25 && !local,
    'PAYMENT_ANSWER_SECONDS',
    `got '${env.PAYMENT_ANSWER_SECONDS}', expected 25 at ${env.PUBLIC_URL}, which isn't a local address.`,
  )
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The site's key, where the settings say it is; `key` is undefined if it is not there. Makes none. */
export function findEncryptionKey(variables: Variables): { dataDir: string; key: Buffer | undefined } {
  const { DATA_DIR: dataDir, ENCRYPTION_KEY: key } = parse(variables)
  return { dataDir, key: key ?? (existsSync(join(dataDir, KEY_FILE)) ? keptEncryptionKey(dataDir, false) : undefined) }
}

/**
 * The app at Intuit with which `npm run conformance` meets the sandbox, or a simulator elsewhere.
 * @throws StartError for production, or if something is missing
 */
export function readSandboxApp(variables: Variables) {
  const env = parse(variables)
  const environment = env.QUICKBOOKS_ENVIRONMENT
  if (environment === 'production')
    throw new StartError(
      "QUICKBOOKS_ENVIRONMENT: got 'production', expected 'sandbox': this command charges cards, so it never runs where they are real.",
    )
  if (environment === 'simulator' && !env.QUICKBOOKS_SIMULATOR_URL)
    throw new StartError(
      "QUICKBOOKS_ENVIRONMENT: got 'simulator', expected 'sandbox'. To try the command, set QUICKBOOKS_SIMULATOR_URL to a simulator's address.",
    )
  if (environment === 'sandbox')
    for (const name of [
      'QUICKBOOKS_CLIENT_ID',
      'QUICKBOOKS_CLIENT_SECRET',
      'QUICKBOOKS_SANDBOX_REFRESH_TOKEN',
    ] as const)
      if (!env[name])
        throw new StartError(
          `${name}: got nothing, expected ${describeVariable(name).expected}. See docs/going-live.md.`,
        )
  const refreshToken = environment === 'sandbox' ? env.QUICKBOOKS_SANDBOX_REFRESH_TOKEN : undefined
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return { dataDir: env.DATA_DIR, app: { environment, ...appAtIntuit(env, publicUrl), refreshToken } }
}

function keptEncryptionKey(dataDir: string, makes: boolean): Buffer {
  if (!makes && !existsSync(join(dataDir, KEY_FILE)))
    throw new StartError(
      `ENCRYPTION_KEY: not set, and there is no ${join(dataDir, KEY_FILE)}. Give the key that the site is started with. Nothing was changed.`,
    )
  prepareDataDir(dataDir)
  const key = toEncryptionKey(keptSecret(dataDir, KEY_FILE, () => randomBytes(32).toString('base64')))
  if (!key) throw new StartError(`${join(dataDir, KEY_FILE)} doesn't contain a valid key. Restore it from a backup.`)
  return key
}

function both<A, B, C>(a: A | undefined, b: B | undefined, join: (a: A, b: B) => C): C | undefined {
  return a === undefined || b === undefined ? undefined : join(a, b)
}
