import type { Position } from '@arcadia/contract/accounts'
import { type Alarm, listAlarms } from '@arcadia/contract/admin/alarms'
import { MAY_CALL } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import type { Check, Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'

interface Deps extends Pick<Base, 'log'> {
  listChecks(): readonly Check[]
}

/** What is wrong now, of the checks that are alarms. */
export function alarmsFeature({ listChecks, log }: Deps) {
  /** Each alarm there can be, and whether it is on; null if its check could not look. */
  async function look() {
    const looked = listChecks().map(async ({ name, look, alarm }) => {
      if (!alarm) return []
      const seen = await look().catch((error: Error) => log.error({ err: error, check: name }, 'a check failed to run'))
      return [{ name, alarm, isOn: seen ? seen.problems.length > 0 : null }]
    })
    return (await Promise.all(looked)).flat()
  }

  async function listFor(position: Position | null): Promise<Alarm[]> {
    const alarms = await look()
    return alarms.filter(({ isOn }) => isOn).map(({ name, alarm }) => ({ name, ...asToldTo(position, alarm) }))
  }

  return {
    name: 'alarms',
    api: { look },
    endpoints: [serve(listAlarms, ({ user }) => listFor(user.position))],
  } satisfies Feature
}

/** Who can't help reads whom to tell. */
function asToldTo(position: Position | null, { sentence, remedy }: NonNullable<Check['alarm']>): Omit<Alarm, 'name'> {
  if (!remedy) return { sentence, remedy: null }
  if (!MAY_CALL[remedy.for].some((one) => one === position))
    return { sentence: `${sentence} Tell an owner.`, remedy: null }
  return { sentence, remedy: { label: remedy.label, to: remedy.to } }
}
