import { letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import type { LookedAlarm } from './alarms.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Pushed only: the portal has it on every tab, and an email could wait for the very reason that it tells. */
    alarm: { name: string }
  }
}

export const alarmEmails = (look: () => Promise<LookedAlarm[]>): Emails => ({
  async alarm({ name }, context) {
    const alarm = (await look()).find((one) => one.name === name)
    return alarm?.says ? letter(context, { subject: alarm.says, headline: 'Something is wrong' }, alarm.says) : null
  },
})
