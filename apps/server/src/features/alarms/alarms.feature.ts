import { listAlarms, sayClockIsRight } from '@arcadia/contract/admin/alarms'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { alarmEmails } from './alarms.emails.ts'
import { createAlarms } from './alarms.service.ts'

/** What is wrong now, of the checks that are alarms (docs/rules.md §9.9). */
export function alarmsFeature(deps: Parameters<typeof createAlarms>[0]) {
  const alarms = createAlarms(deps)
  return {
    name: 'alarms',
    api: { look: alarms.look },
    endpoints: [
      serve(listAlarms, ({ user }) => alarms.listFor(user.position)),
      serve(sayClockIsRight, async ({ user }) => {
        await alarms.sayClockIsRight(user.id)
        return alarms.listFor(user.position)
      }),
    ],
    // Whatever the clock says, because the clock is one of them.
    sweeps: [{ name: 'alarms', everyMs: MINUTE_MS, anyClock: true, run: alarms.tellDevices }],
    measures: [
      {
        name: 'alarm',
        help: '1 while something is wrong that the portal tells on every tab; not a number if its check could not look.',
        label: 'check',
        read: async () => Object.fromEntries((await alarms.look()).map(({ name, says }) => [name, isOn(says)])),
      },
    ],
    emails: alarmEmails(alarms.look),
  } satisfies Feature
}

const isOn = (says: string | null | undefined) => (says === undefined ? Number.NaN : Number(says !== null))
