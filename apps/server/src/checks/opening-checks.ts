import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isReachable } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { FACTS } from '../demo/story.ts'
import { checkout } from '../environment.ts'
import type { Check } from '../feature.ts'
import type { House } from './settings-checks.ts'
import { visitorAddressCheck } from './visitor-address-check.ts'

/** Behind more than these nobody puts a site of this size. */
const MOST_PROXIES = 3
/** Numbers that belong to nobody: 555-0100 to 555-0199. */
const MADE_UP_PHONE = /55501\d\d$/
const READ_BY_OTHERS = 0o077

/** Settings that each are valid, and wrong for guests who pay real money (docs/rules.md §12.7). */
export function openingChecks(house: House): Check[] {
  const { config, isForReal } = house
  const checks: (Omit<Check, 'look'> & {
    about: string
    problems(): readonly string[] | Promise<readonly string[]>
  })[] = [
    {
      name: 'setting-names',
      about: 'settings: each is one of this site',
      remedy: 'Correct the name, or take the line out. .env.example lists every setting.',
      problems: () => config.unknownSettings,
    },
    {
      name: 'setting-pairs',
      about: 'settings: none is set without its other half',
      remedy: 'Set both of them, or neither.',
      problems: () => config.halfSettings,
    },
    {
      name: 'redirect-address',
      about: 'QuickBooks: it sends the owner back to this site',
      remedy: `Set it to ${redirectAddress(config)}, and register exactly that in the app at Intuit.`,
      problems: () => redirectProblems(config),
    },
    {
      name: 'trusted-proxies',
      about: 'proxies: no more are trusted than there are',
      remedy: 'Set it to the number of proxies in front of the site, usually 1, or to their networks.',
      problems: () => trustProblems(config),
    },
    {
      name: 'open-port',
      about: 'proxies: nobody gets past them',
      remedy: 'Set HOST=127.0.0.1, or TRUST_PROXY to the network of the proxy.',
      problems: () => portProblems(config),
    },
    {
      name: 'secret-files',
      about: 'secrets: only the site can read their files',
      remedy: 'Run chmod 600 on it.',
      problems: () => listReadable([join(config.dataDir, 'encryption-key'), join(checkout, '.env')]),
    },
  ]
  if (isForReal)
    checks.push(
      {
        name: 'real-cards',
        about: 'payments: cards are real',
        remedy: 'Set it to production, with the keys of your app at Intuit; docs/operations.md, "Real payments".',
        problems: () => cardProblems(config),
      },
      {
        name: 'owner-address',
        about: "email: the owner's notices arrive somewhere",
        remedy: 'Set BUSINESS_EMAIL, or let the owner put in their email in the portal.',
        problems: () => listUnreachable(house),
      },
      {
        name: 'made-up-facts',
        about: "business: nothing of the demo's is shown to guests",
        remedy:
          'Let the owner put in the right one under Configuration, Your business, or take it out of the settings.',
        problems: () => listMadeUp(house),
      },
      {
        name: 'charge-log-disk',
        about: "log of charges: it doesn't get lost with the database",
        remedy: 'Set CHARGE_LOG to a file on another disk.',
        problems: () => chargeLogProblems(config),
      },
    )
  const listed = checks.map(
    ({ about, problems, ...check }): Check => ({
      ...check,
      stopsOpening: true,
      look: async () => ({ about, problems: [...(await problems())] }),
    }),
  )
  return isForReal ? [...listed, visitorAddressCheck(house)] : listed
}

const redirectAddress = ({ publicUrl }: Config) => publicUrl + portal.quickbooksCallback.href()

function redirectProblems(config: Config): string[] {
  const { redirectUri } = config.quickbooks
  return redirectUri === redirectAddress(config)
    ? []
    : [`QUICKBOOKS_REDIRECT_URI: it is ${redirectUri}, where this site doesn't answer`]
}

const trustProblems = ({ trustProxy }: Config) =>
  typeof trustProxy === 'number' && trustProxy > MOST_PROXIES
    ? [`TRUST_PROXY: it trusts ${trustProxy} proxies, so visitors can make up their address and get past every limit`]
    : []

const portProblems = ({ host, trustProxy }: Config) =>
  typeof trustProxy === 'number' && !/^(127\.|::1$|localhost$)/.test(host)
    ? [
        `HOST: at ${host}, with TRUST_PROXY=${trustProxy}, whoever reaches the port without the proxy can make up their address`,
      ]
    : []

async function listReadable(files: readonly string[]): Promise<string[]> {
  const modes = await Promise.all(
    files.map(async (file) => ({ file, mode: (await stat(file).catch(() => undefined))?.mode ?? 0 })),
  )
  return modes
    .filter(({ mode }) => (mode & READ_BY_OTHERS) !== 0)
    .map(({ file }) => `${file} can be read by other users of this machine`)
}

const cardProblems = ({ quickbooks: { environment } }: Config) =>
  environment === 'production' ? [] : [`QUICKBOOKS_ENVIRONMENT: it is ${environment}, so no card is charged`]

async function listUnreachable({ config: { ownerEmail }, db }: House): Promise<string[]> {
  if (ownerEmail) return []
  const { rows } = await sql<{ email: string }>`
    select email from users where position = 'OWNER' and is_active and password_hash is not null
      and coalesce((select settings -> 'addresses' from owner_notices), '[]') = '[]' order by id`.execute(db)
  return rows
    .filter(({ email }) => !isReachable(email))
    .map(({ email }) => `nothing arrives at ${email}, an owner's address`)
}

async function listMadeUp({ config: { business }, db }: House): Promise<string[]> {
  const { rows } = await sql<{ phone: string | null; instagram: string | null }>`
    select facts ->> 'phone' as phone, facts ->> 'instagram' as instagram from business_facts`.execute(db)
  const phone = rows[0]?.phone ?? business.phone
  const socials = [rows[0]?.instagram ?? '', business.socialHandle, business.socialUrl]
  return [
    ...(MADE_UP_PHONE.test(phone.replace(/\D/g, '')) ? [`the phone number ${phone} belongs to nobody`] : []),
    ...socials.filter((social) => social.includes(FACTS.instagram)).map((social) => `${social} is the demo's`),
  ]
}

/** Where the database is another server's, its disk is not known. */
async function chargeLogProblems({ databaseUrl, dataDir, chargeLog }: Config): Promise<string[]> {
  if (databaseUrl) return []
  const [data, log] = await Promise.all([dataDir, dirname(chargeLog)].map((folder) => stat(folder)))
  return data!.dev === log!.dev
    ? [`CHARGE_LOG: ${chargeLog} is on the database's disk, and is the only record of charges made since a backup`]
    : []
}
