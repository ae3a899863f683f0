import type { LiveLine, Opening, SaidStep } from '@arcadia/contract/admin/opening'
import { formatDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { examine, inSentence } from '../../checks/checks.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Check } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail, tryNow } from '../../mail/outbox.ts'
import { getUser } from '../accounts/accounts.writes.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { getConfig, getOpeningDay } from '../configuration/configuration.service.ts'
import { setOpeningDay } from '../configuration/configuration.writes.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { readConformance } from '../provider/conformance-record.ts'
import { goingLiveOf } from './going-live.rules.ts'
import { type Looked, openingOf, type Seen } from './opening.rules.ts'
import { findWaitingTest, observe, type Said, say, unsay } from './opening.store.ts'

/** What is said of a line of the list. */
type OfList = Exclude<Said, 'PUT_AWAY'>

const SAID: Record<OfList, string> = {
  PRICES: 'Prices',
  SEASON: 'Season and days off',
  WAIVER: 'Waiver',
  PEOPLE: 'Works alone',
}

export function createOpening(
  deps: Pick<Base, 'db' | 'clock' | 'environment' | 'smtpUrl' | 'publicUrl' | 'dataDir'> & {
    quickbooks: { redirectUri: string }
    merchant: Pick<Merchant, 'findRealm'>
    listChecks(): readonly Check[]
  },
) {
  const { db, clock, environment, smtpUrl, merchant } = deps

  const lookAt = (isMeant: (check: Check) => unknown): Promise<Looked[]> =>
    Promise.all(
      deps
        .listChecks()
        .filter(isMeant)
        .map(async (check) => {
          const { about, problems, remedy } = (await examine([check]))[0]!
          const sentences = problems.map((problem) => [inSentence(problem), remedy].filter(Boolean).join(' '))
          return { name: check.name, about, problems: sentences }
        }),
    )

  async function see(ownerId: number): Promise<Seen> {
    const [observed, config, realm, opening, server] = await Promise.all([
      observe(db, ownerId),
      getConfig(db),
      merchant.findRealm(),
      getOpeningDay(db),
      environment === 'production' ? lookAt(({ stopsOpening }) => stopsOpening) : null,
    ])
    const today = venueDate(clock.now())
    const site = { config, realm, cards: environment, hasMailServer: smtpUrl !== undefined, server }
    return { ...observed, ...site, ...opening, today }
  }

  const get = async (ownerId: number): Promise<Opening> => openingOf(await see(ownerId))

  return {
    get,

    /** @param origin where the owner reads it */
    async goingLive(ownerId: number, origin: string | undefined): Promise<{ lines: LiveLine[] }> {
      const seen = await see(ownerId)
      const isLeft = seen.cards === 'production' && seen.realm === undefined
      const [keys] = isLeft ? await lookAt(({ name }) => name === 'payments') : []
      const { publicUrl, quickbooks, dataDir } = deps
      return {
        lines: goingLiveOf({
          ...seen,
          publicUrl,
          isReadThere: origin === publicUrl,
          redirectUri: quickbooks.redirectUri,
          keys,
          conformance: readConformance(dataDir),
        }),
      }
    },

    async say(ownerId: number, step: SaidStep): Promise<Opening> {
      await inTransaction(db, clock, async (tx, now) => {
        if (step === 'OPENED') {
          if (await setOpeningDay(tx, now, venueDate(now)))
            await recordChange(tx, ownerId, 'configuration.opened', step, null, null)
        } else if (await say(tx, now, ownerId, step)) {
          if (step === 'PUT_AWAY') await recordChange(tx, ownerId, 'configuration.list-put-away', step, null, null)
          else await recordChange(tx, ownerId, 'configuration.looked-at', step, null, SAID[step])
        }
      })
      return get(ownerId)
    },

    async takeBack(ownerId: number, step: OfList): Promise<Opening> {
      await inTransaction(db, clock, async (tx) => {
        if (await unsay(tx, step)) await recordChange(tx, ownerId, 'configuration.taken-back', step, SAID[step], null)
      })
      return get(ownerId)
    },

    /** @throws AppError `invalid-input` for a day that has begun */
    async setDay(ownerId: number, opensOn: TripDate | null): Promise<Opening> {
      await inTransaction(db, clock, async (tx, now) => {
        if (opensOn !== null && opensOn <= venueDate(now))
          throw new AppError('invalid-input', { message: 'Choose a day from tomorrow on.', path: 'opensOn' })
        const change = await setOpeningDay(tx, now, opensOn)
        const said = (day: TripDate | null) => day && formatDate(day)
        if (change)
          await recordChange(tx, ownerId, 'configuration.opening-set', 'OPENED', said(change.before), said(opensOn))
      })
      return get(ownerId)
    },

    /** A test that still waits is tried again instead of sending another. */
    async sendTest(ownerId: number): Promise<Opening> {
      await inTransaction(db, clock, async (tx, now) => {
        const { email: to } = await getUser(tx, ownerId)
        const waiting = await findWaitingTest(tx, to)
        if (waiting === undefined) await enqueueMail(tx, now, { kind: 'test-email', to, params: { userId: ownerId } })
        else await tryNow(tx, now, waiting)
      })
      return get(ownerId)
    },
  }
}
