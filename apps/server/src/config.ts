import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { keptSecret, prepareDataDir } from './database/data-dir.ts'
import { checkout, describeVariable, Environment, toEncryptionKey, type Variable } from './environment.ts'
import { StartError } from './start-error.ts'

/** The address shown until the owner sets one; nobody reads it. */
const exampleEmail = 'hello@arcadiatrophyfishing.example'

export type Config = ReturnType<typeof readConfig>

type Variables = Record<string, string | undefined>

/** The process's environment over the `.env` file, which is for a person's own machine and may be missing. */
export function loadEnvironment(file = join(checkout, '.env')): Variables {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...process.env }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * The settings, checked and named our way. Makes DATA_DIR, and in it the encryption key when none is given.
 * @throws StartError: which variable, what it got, what it takes; never a secret's value
 */
export function readConfig(variables: Variables) {
  const env = parse(variables)
  const businessEmail = env.BUSINESS_EMAIL ?? exampleEmail
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  refuseUnsafe({ ...env, PUBLIC_URL: publicUrl })
  return {
    port: env.PORT,
    host: env.HOST,
    /** Without a slash at the end. */
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
      simulatorUrl: env.QUICKBOOKS_SIMULATOR_URL ?? `${publicUrl}/simulator`,
      /** Whether this process serves the simulator itself, under /simulator. */
      mountsSimulator: env.QUICKBOOKS_ENVIRONMENT === 'simulator' && env.QUICKBOOKS_SIMULATOR_URL === undefined,
      // Missing only with the simulator, which takes these defaults.
      clientId: env.QUICKBOOKS_CLIENT_ID ?? 'simulator-client',
      clientSecret: env.QUICKBOOKS_CLIENT_SECRET ?? 'simulator-secret',
      redirectUri: env.QUICKBOOKS_REDIRECT_URI ?? `${publicUrl}/quickbooks/callback`,
    },
    encryptionKey: env.ENCRYPTION_KEY ?? keptEncryptionKey(env.DATA_DIR),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `"${env.BUSINESS_NAME}" <${businessEmail}>`,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    /** How long a customer waits for a payment before we follow it in the background and ask them not to pay again. */
    answerWithinMs: env.PAYMENT_ANSWER_SECONDS * 1000,
    cardTokensViaServer: env.CARD_TOKENS_VIA_SERVER ?? env.QUICKBOOKS_ENVIRONMENT !== 'production',
    recaptcha: both(env.RECAPTCHA_SITE_KEY, env.RECAPTCHA_SECRET_KEY, (siteKey, secretKey) => ({ siteKey, secretKey })),
    analytics: both(env.GA_MEASUREMENT_ID, env.GA_API_SECRET, (measurementId, apiSecret) => ({
      measurementId,
      apiSecret,
    })),
    business: {
      name: env.BUSINESS_NAME,
      email: businessEmail,
      phone: env.BUSINESS_PHONE,
      socialHandle: env.SOCIAL_HANDLE,
      socialUrl: env.SOCIAL_URL,
      socialPosts: env.SOCIAL_POSTS,
      launchText: env.LAUNCH_TEXT,
    },
    /** Who gets the emails about enquiries and about payments that need a person; every owner when it is not set. */
    ownerEmail: env.BUSINESS_EMAIL,
    rateLimits: env.RATE_LIMITS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
  }
}

function parse(variables: Variables): Environment {
  // A variable set to nothing, as in `SMTP_URL=`, counts as not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const result = Environment.safeParse(given)
  if (result.success) return result.data
  const name = result.error.issues[0]!.path[0] as Variable
  const { takes, isSecret } = describeVariable(name)
  throw new StartError(`${name}: got ${isSecret ? 'a value that does not fit' : `'${given[name]}'`}, takes ${takes}.`)
}

/** Combinations of variables that are each fine on their own. */
function refuseUnsafe(env: Environment & { PUBLIC_URL: string }): void {
  const refuse = (when: boolean, name: Variable, why: string) => {
    if (when) throw new StartError(`${name}: ${why}`)
  }
  const environment = env.QUICKBOOKS_ENVIRONMENT
  const local = isLocal(env.PUBLIC_URL)
  refuse(
    environment === 'simulator' && !local && !env.ALLOW_SIMULATOR,
    'ALLOW_SIMULATOR',
    `got nothing, takes 'yes' for the payments simulator at ${env.PUBLIC_URL}, an address that is not local; no money is taken there.`,
  )
  refuse(
    environment === 'production' && !env.SMTP_URL,
    'SMTP_URL',
    'got nothing, takes the address of a mail server; QUICKBOOKS_ENVIRONMENT=production does not start without.',
  )
  refuse(
    environment === 'production' && !env.PUBLIC_URL.startsWith('https:'),
    'PUBLIC_URL',
    `got '${env.PUBLIC_URL}', takes an https address when QUICKBOOKS_ENVIRONMENT=production.`,
  )
  for (const name of ['QUICKBOOKS_CLIENT_ID', 'QUICKBOOKS_CLIENT_SECRET', 'QUICKBOOKS_REDIRECT_URI'] as const)
    refuse(
      environment !== 'simulator' && !env[name],
      name,
      `got nothing, takes ${describeVariable(name).takes} when QUICKBOOKS_ENVIRONMENT=${environment}.`,
    )
  refuse(
    env.DATABASE_URL !== undefined && !env.ENCRYPTION_KEY,
    'ENCRYPTION_KEY',
    'got nothing, takes 32 bytes in base64 or hex when DATABASE_URL is set: processes that share a database share it.',
  )
  refuse(
    env.DATABASE_OWNER_URL !== undefined && !env.DATABASE_URL,
    'DATABASE_OWNER_URL',
    'takes a second role for the database of DATABASE_URL, which is not set.',
  )
  refuse(
    env.DATABASE_DIRECT_URL !== undefined && !env.DATABASE_URL,
    'DATABASE_DIRECT_URL',
    'takes the database behind the pooler of DATABASE_URL, which is not set.',
  )
  refuse(
    !env.RATE_LIMITS && !local,
    'RATE_LIMITS',
    `got 'off', takes 'on' at ${env.PUBLIC_URL}, an address that is not local.`,
  )
  refuse(
    env.PAYMENT_ANSWER_SECONDS !== 25 && !local,
    'PAYMENT_ANSWER_SECONDS',
    `got '${env.PAYMENT_ANSWER_SECONDS}', takes 25 at ${env.PUBLIC_URL}, an address that is not local.`,
  )
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function keptEncryptionKey(dataDir: string): Buffer {
  prepareDataDir(dataDir)
  const key = toEncryptionKey(keptSecret(dataDir, 'encryption-key', () => randomBytes(32).toString('base64')))
  if (!key) throw new StartError(`${join(dataDir, 'encryption-key')} does not hold a key. Restore it from a backup.`)
  return key
}

function both<A, B, C>(a: A | undefined, b: B | undefined, join: (a: A, b: B) => C): C | undefined {
  return a === undefined || b === undefined ? undefined : join(a, b)
}
