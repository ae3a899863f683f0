import { portal } from '@arcadia/contract/addresses'
import { formatDate, formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { action, facts, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { connectionEndsAt } from './merchant.rules.ts'
import { findConnection } from './merchant.store.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** The provider no longer accepts the connection, so no cards can be charged. */
    'connection-lost': { environment: QuickbooksEnvironment }
    'connection-ends-soon': { environment: QuickbooksEnvironment }
  }
}

export const merchantEmails: Emails = {
  async 'connection-lost'({ environment }, context) {
    const connection = await findConnection(context.tx, environment)
    if (!connection?.disconnected_at) return null
    return letter(
      context,
      { subject: 'QuickBooks is disconnected: no one can book', headline: 'Please connect it again' },
      'QuickBooks signed us out, so no card can be charged. It takes a minute to fix.',
      'Open Merchant Setup, press Connect, and approve with your QuickBooks login.',
      facts({ Company: connection.realm_id }),
      action('Connect again', portal.merchantSetup.href()),
    )
  },

  async 'connection-ends-soon'({ environment }, context) {
    const connection = await findConnection(context.tx, environment)
    const endsAt = connection && !connection.disconnected_at && connectionEndsAt(connection)
    if (!endsAt) return null
    const date = formatFullDate(venueDate(endsAt))
    return letter(
      context,
      {
        subject: `Connect QuickBooks again before ${formatDate(venueDate(endsAt))}`,
        headline: 'The connection runs out',
      },
      `QuickBooks connections expire. Connect again before ${date} and nothing changes for your guests.`,
      'It takes a minute: open Merchant Setup, press Reconnect, and approve with your QuickBooks login.',
      action('Open Merchant Setup', portal.merchantSetup.href()),
    )
  },
}
