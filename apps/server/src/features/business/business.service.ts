import { addressOf } from '@arcadia/contract/addresses'
import type { Business, BusinessFacts, FactName } from '@arcadia/contract/business'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { getPicture } from '@arcadia/contract/pictures'
import { readPin, refuseHours } from '@arcadia/contract/site/business-words'
import { shortMapLink } from '@arcadia/contract/site/map-pin'
import { RESCHEDULE_DAYS } from '@arcadia/contract/site/wording'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf, recordSettings } from '../audit-log/audit-log.writes.ts'
import { makePicture } from '../pictures/make-picture.ts'
import { deletePictures, keepShownPicture } from '../pictures/pictures.writes.ts'
import { getFacts, lockFacts, putFacts } from './business.store.ts'
import { followMapLink, type LinkTarget } from './follow-map-link.ts'

export type Businesses = ReturnType<typeof createBusiness>

export function createBusiness(
  deps: Pick<Base, 'db' | 'clock' | 'linkTarget'> & {
    /** From the environment. */
    business: Pick<Business, 'name' | 'phone' | 'email'>
  },
) {
  const { name, phone, email } = deps.business
  const defaults = { name, phone, email, moveDays: RESCHEDULE_DAYS }

  return {
    defaults,

    /** What the owner set, with the environment's values for the rest. Pass `db` to read in a transaction. */
    get: async (db = deps.db) => {
      const business = { ...defaults, ...(await getFacts(db)) } as Business
      return { ...business, phone: formatPhone(business.phone) }
    },

    /** Sets the given facts and records them in the audit log; null removes a fact. */
    async change(user: SignedIn, form: SentForm<ChangedFacts>): Promise<BusinessFacts> {
      // Before the transaction, because it asks another server.
      const known = await withPinFound(form.body, deps.linkTarget)
      const found = { ...form, body: known, sent: known }
      return inTransaction(deps.db, deps.clock, (tx, now) => changeFacts(tx, now, user, found))
    },

    /** Sets or removes the guide's photo, which is shown at once. */
    async changePhoto(user: SignedIn, { body, shown }: SentForm<{ jpeg: string | null }>): Promise<BusinessFacts> {
      const made = body.jpeg === null ? null : await makePicture(body.jpeg, 'jpeg')
      return inTransaction(deps.db, deps.clock, async (tx, now) => {
        const { guidePhoto: before } = await lockFacts(tx)
        const id = made && (await keepShownPicture(tx, now, made))
        const given = { guidePhoto: id && addressOf(getPicture, { params: { id } }) }
        const facts = await changeFacts(tx, now, user, { body: given, sent: given, shown })
        if (before && before !== facts.guidePhoto) await deletePictures(tx, [before.split('/').at(-1)!])
        return facts
      })
    },
  }
}

const HOURS = ['tripStarts', 'linesOut', 'tripEnds'] as const

async function withPinFound(given: ChangedFacts, linkTarget: LinkTarget | undefined): Promise<ChangedFacts> {
  const link = given.meetingPin ? shortMapLink(given.meetingPin) : undefined
  if (!link) return refuseSwapped(given)
  const meetingPin = await followMapLink(link, linkTarget)
  if (meetingPin) return { ...given, meetingPin }
  throw new AppError('invalid-input', {
    message: "We can't read this link. Open it and copy the numbers.",
    path: 'meetingPin',
  })
}

/** Refused when it is typed, and not by the contract, which also reads what was saved before. */
function refuseSwapped(given: ChangedFacts): ChangedFacts {
  const pin = given.meetingPin ? readPin(given.meetingPin) : undefined
  if (pin && pin.latitude < 0 && pin.longitude > 0)
    throw new AppError('invalid-input', {
      message: 'Latitude comes first, for example 27.2158, -81.8584',
      path: 'meetingPin',
    })
  return given
}

/** From a day without a last one would show gifts never, or forever. */
function refuseHalfSeason({ giftsFrom, giftsThrough }: BusinessFacts) {
  if (Boolean(giftsFrom) === Boolean(giftsThrough)) return undefined
  const message = 'Please enter both days, or leave both blank.'
  return { message, path: giftsFrom ? 'giftsThrough' : 'giftsFrom' }
}

type ChangedFacts = { [Name in FactName]?: BusinessFacts[Name] | null }

async function changeFacts(tx: Db, now: Date, user: SignedIn, form: SentForm<ChangedFacts>): Promise<BusinessFacts> {
  const before = await lockFacts(tx)
  // A fact that is missing is one that somebody may have cleared.
  const missing = Object.fromEntries(Object.keys(form.body).map((name) => [name, null]))
  const given = await changesOf(tx, user, form, { kind: 'configuration' }, { ...missing, ...before })
  const after = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== null && value !== false),
  ) as BusinessFacts
  const wrong = (HOURS.some((name) => name in given) && refuseHours(after)) || refuseHalfSeason(after)
  if (wrong) throw new AppError('invalid-input', wrong)
  if (!(await recordSettings(tx, user.id, Object.keys(given) as FactName[], before, after))) return before
  await putFacts(tx, now, after)
  return after
}
