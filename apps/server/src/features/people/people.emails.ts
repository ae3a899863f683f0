import type { Position } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { makeLink } from '../../http/links.ts'
import { action, letter, nameInMail, note, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import { INVITATION_MS } from './people.rules.ts'
import { type ChangesSince, sinceInWords } from './since-backup.rules.ts'
import { findRestored } from './since-backup.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To a person an owner invited to work here. */
    invitation: { userId: number }
    /** To a staff member whose position changed; null means they were removed. */
    'position-changed': { userId: number; position: Position | null }
    /** To every owner after a restore. */
    'site-restored': { takenAt: string; changes: ChangesSince }
  }
}

const IN_POSITION = { OWNER: ' as an owner', OFFICE: ', for the office', GUIDE: ' as a guide' }

export const peopleEmails: Emails = {
  async invitation({ userId }, context) {
    const { tx, now, to, business } = context
    const user = await findUser(tx, userId)
    if (!user?.is_active || !user.position || user.password_hash || user.email !== to) return null
    // A second email of one invitation works no longer than the first.
    const lifetimeMs = user.updated_at.getTime() + INVITATION_MS - now.getTime()
    if (lifetimeMs <= 0) return null
    const link = await makeLink(tx, now, { userId, email: to, purpose: 'INVITATION', lifetimeMs })
    return letter(
      context,
      { subject: `You're invited to work with ${business.name}`, headline: 'Come aboard' },
      `${business.name} invites you to its portal${IN_POSITION[user.position]}. Accept, and choose a password to sign in with.`,
      action('Accept the invitation', portal.invitation.href(link)),
      'The link works once, within the next 7 days.',
      note("If you don't know what this is about, ignore this email."),
    )
  },

  async 'position-changed'({ userId, position }, context) {
    const { tx, to, business } = context
    const user = await findUser(tx, userId)
    if (user?.email !== to) return null
    const name = user.first_name
    if (!position)
      return letter(
        context,
        { subject: "You can't sign in to the portal anymore", headline: 'Your access has ended', name },
        `An owner removed you from the portal of ${business.name}.`,
      )
    const role = POSITIONS[position].name
    return letter(
      context,
      { subject: `Your role at ${business.name}: ${role}`, headline: 'Your role has changed', name },
      `An owner changed your role to ${role}, so please sign in again.`,
      action('Sign in', portal.dashboard.overview.href()),
    )
  },

  async 'site-restored'({ takenAt, changes }, context) {
    const found = await findRestored(context.tx, changes?.map(({ userId }) => userId) ?? [])
    const people = found.map(({ id, username, firstName, lastName, position }) => ({
      id,
      username: plainLine(username),
      name: nameInMail(firstName, lastName) || plainLine(username),
      position,
    }))
    return letter(
      context,
      { subject: 'The site was restored from a backup', headline: 'What to check after a restore' },
      ...sinceInWords(takenAt, changes, people),
      action('Open the change log', portal.dashboard.changeLog.href()),
    )
  },
}
