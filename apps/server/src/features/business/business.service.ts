import { createHash } from 'node:crypto'
import { type Business, type BusinessFacts, type FactName, getGuidePhoto } from '@arcadia/contract/business'
import { addressOf } from '@arcadia/contract/endpoint'
import { formatPhone, RESCHEDULE_DAYS } from '@arcadia/contract/site/wording'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { recordSettings } from '../audit-log/record-change.ts'
import { deletePhoto, findPhoto, getFacts, lockFacts, putFacts, putPhoto } from './business.store.ts'

/** The portal sends 4:5 of 640 pixels' width or less; a small file may claim to be as large as a house. */
const MOST_PIXELS = 4_000_000

export type Businesses = ReturnType<typeof createBusiness>

export function createBusiness(
  deps: Pick<Base, 'db' | 'clock'> & {
    /** What the environment says. */
    business: Pick<Business, 'name' | 'phone' | 'email'>
  },
) {
  const { name, phone, email } = deps.business
  const defaults = { name, phone, email, moveDays: RESCHEDULE_DAYS }

  return {
    defaults,

    /** The business as it is now, or as it is in a transaction: what the owner set, and the environment's words for the rest. */
    get: async (db = deps.db) => {
      const business = { ...defaults, ...(await getFacts(db)) } as Business
      return { ...business, phone: formatPhone(business.phone) }
    },

    /** What the owner set. */
    facts: (): Promise<BusinessFacts> => getFacts(deps.db),

    /** Sets what is given and writes it into the audit log; a fact that is null is taken back. */
    change: (adminId: number, given: ChangedFacts): Promise<BusinessFacts> =>
      inTransaction(deps.db, deps.clock, (tx, now) => changeFacts(tx, now, adminId, given)),

    /** Sets the guide's photo, or takes it back. Each has an address of its own, so that browsers may keep it. */
    async changePhoto(adminId: number, text: string | null): Promise<BusinessFacts> {
      const jpeg = text === null ? null : Buffer.from(text, 'base64')
      if (jpeg) await demandPhoto(jpeg)
      const version = jpeg && createHash('sha256').update(jpeg).digest('hex').slice(0, 16)
      return inTransaction(deps.db, deps.clock, async (tx, now) => {
        // The facts first: they make changes come one after the other.
        const guidePhoto = version && addressOf(getGuidePhoto, { params: { id: version } })
        const facts = await changeFacts(tx, now, adminId, { guidePhoto })
        if (jpeg && version) await putPhoto(tx, { version, jpeg })
        else await deletePhoto(tx)
        return facts
      })
    },

    photo: (version: string) => findPhoto(deps.db, version),
  }
}

/** Reads every pixel: a file that only begins like a photo would be a hole in every page. */
async function demandPhoto(jpeg: Buffer): Promise<void> {
  // Only where somebody sends one: it is large.
  const { default: sharp } = await import('sharp')
  const photo = sharp(jpeg, { limitInputPixels: false, failOn: 'warning' })
  const size = await photo.metadata().catch(() => refusePhoto('Please choose a JPEG photo.'))
  if (size.width * size.height > MOST_PIXELS) refusePhoto('Please choose a smaller photo.')
  await photo.stats().catch(() => refusePhoto('Please choose a JPEG photo.'))
}

function refusePhoto(message: string): never {
  throw new AppError('invalid-input', { message, path: 'jpeg' })
}

type ChangedFacts = { [Name in FactName]?: BusinessFacts[Name] | null }

async function changeFacts(tx: Db, now: Date, adminId: number, given: ChangedFacts): Promise<BusinessFacts> {
  const before = await lockFacts(tx)
  const after = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== null && value !== false),
  ) as BusinessFacts
  if (!(await recordSettings(tx, adminId, Object.keys(given) as FactName[], before, after))) return before
  await putFacts(tx, now, after)
  return after
}
