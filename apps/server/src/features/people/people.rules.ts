import { DAY_MS, HOUR_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'

/** How long an invitation works. */
export const INVITATION_MS = 7 * DAY_MS

export const invitationMailsOf = limitFor('invitation-mail', 3, HOUR_MS)
export const invitationTriesFrom = limitFor('invitation', 30, HOUR_MS)
