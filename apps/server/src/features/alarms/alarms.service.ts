import type { Position } from '@arcadia/contract/accounts'
import type { Alarm } from '@arcadia/contract/admin/alarms'
import { MAY_CALL } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { inSentence } from '../../checks/checks.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Check } from '../../feature.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { pushToOwner } from '../owner-notices/owner-notices.writes.ts'
import { listTold, markOver, markTold } from './alarms.store.ts'

/** An alarm that there can be: what it says while it is on, else null; undefined if its check could not look. */
export type LookedAlarm = NonNullable<Check['alarm']> & { name: string; says: string | null | undefined }

/** What is wrong now, of the checks that are alarms. */
export function createAlarms({
  db,
  clock,
  clockWatch,
  log,
  listChecks,
}: Pick<Base, 'db' | 'clock' | 'clockWatch' | 'log'> & { listChecks(): readonly Check[] }) {
  async function look(): Promise<LookedAlarm[]> {
    const looked = listChecks().map(async ({ name, look, alarm }) => {
      if (!alarm) return []
      const seen = await look().catch((error: Error) => log.error({ err: error, check: name }, 'a check failed to run'))
      if (!seen) return [{ ...alarm, name, says: undefined }]
      const [first] = seen.problems
      return [{ ...alarm, name, says: first === undefined ? null : (alarm.sentence ?? inSentence(first)) }]
    })
    return (await Promise.all(looked)).flat()
  }

  async function listFor(position: Position | null): Promise<Alarm[]> {
    const alarms = await look()
    return alarms.flatMap(({ name, says, remedy }) => (says ? [{ name, ...asToldTo(position, says, remedy) }] : []))
  }

  return {
    look,
    listFor,

    /** Tells the owner's devices once of each alarm, after quiet hours if it is on then; of one that comes back, again. */
    async tellDevices(): Promise<void> {
      const [alarms, told] = [await look(), await listTold(db)]
      const begun = alarms.filter(({ name, says, hasOwnNotice }) => says && !hasOwnNotice && !told.includes(name))
      const over = alarms.filter(({ name, says }) => says === null && told.includes(name)).map(({ name }) => name)
      if (begun.length + over.length === 0) return
      await inTransaction(db, clock, async (tx, now) => {
        await markOver(tx, over)
        for (const { name } of begun)
          if (await markTold(tx, name, now)) await pushToOwner(tx, now, { kind: 'alarm', params: { name } })
      })
    },

    sayClockIsRight: (ownerId: number): Promise<void> =>
      inTransaction(db, clock, async (tx) => {
        await clockWatch.believe(tx)
        await recordChange(tx, ownerId, 'configuration.clock-believed', 'CLOCK', null, null)
      }),
  }
}

/** Who can't help reads whom to tell. */
function asToldTo(position: Position | null, says: string, remedy: LookedAlarm['remedy']): Omit<Alarm, 'name'> {
  if (!remedy) return { sentence: `${says} Tell whoever installed the site.`, remedy: null }
  if (!MAY_CALL[remedy.for].some((one) => one === position)) return { sentence: `${says} Tell an owner.`, remedy: null }
  return { sentence: says, remedy: { label: remedy.label, to: remedy.to } }
}
