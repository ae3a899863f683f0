import type { Session } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import type {
  acceptInvitation,
  InvitedPerson,
  invitePerson,
  openInvitation,
  Person,
} from '@arcadia/contract/admin/people'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, makeLink, markLinkUsed } from '../../http/links.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findLink, findLinkAndLock } from '../accounts/account-links.writes.ts'
import type { Origins } from '../accounts/accounts.rules.ts'
import {
  changeUser,
  closeUser,
  demandOwner,
  findUser,
  lockUserOfAddress,
  replacePassword,
} from '../accounts/accounts.writes.ts'
import { makeUser } from '../accounts/customers.writes.ts'
import type { FairQueue } from '../accounts/fair-queue.ts'
import { demandGoodPassword, hashPassword } from '../accounts/passwords.ts'
import { signIn } from '../accounts/sessions.writes.ts'
import { blankValues, recordChange } from '../audit-log/audit-log.writes.ts'
import { INVITATION_MS, invitationMailsOf, invitationTriesFrom } from './people.rules.ts'
import { changePerson } from './people.service.ts'
import { getPerson, givePosition, serverSecret } from './people.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryption' | 'limits' | 'publicUrl'> {
  /** Undefined if email is not set up; emails wait in the outbox. */
  smtpUrl: string | undefined
}

/** Staff are invited by an owner (docs/rules.md §22). */
export function createInvitations(deps: Deps) {
  const { db, clock, limits } = deps
  const secret = serverSecret(deps.encryption)

  /** Makes a link for the owner to pass on and emails another; using either one ends the other. */
  async function sendLink(tx: Db, now: Date, { id, email }: Pick<Person, 'id' | 'email'>): Promise<InvitedPerson> {
    await enqueueMail(tx, now, { kind: 'invitation', to: email, params: { userId: id } })
    const link = await makeLink(tx, now, { userId: id, email, purpose: 'INVITATION', lifetimeMs: INVITATION_MS })
    return {
      ...(await getPerson(tx, id)),
      link: deps.publicUrl + portal.invitation.href(link),
      isEmailed: deps.smtpUrl !== undefined,
    }
  }

  return {
    /** @throws AppError `email-taken` */
    async invite(owner: SignedIn, { email, position }: Input<typeof invitePerson>['body']): Promise<InvitedPerson> {
      return inTransaction(db, clock, async (tx, now) => {
        await demandOwner(tx, owner.id)
        const known = await lockUserOfAddress(tx, email)
        const made = known
          ? undefined
          : await makeUser(tx, now, { email, firstName: null, lastName: null, phoneNumber: null })
        if (!made) throw taken(known?.role === 'ADMIN')
        await givePosition(tx, secret, { by: owner.id, to: made.id, position })
        // Counts in this transaction: a second connection per request could exhaust the pool.
        await createRateLimits({ db: tx, clock }).take(invitationMailsOf(made.id))
        await recordChange(tx, owner.id, 'user.invited', made.id, null, { email, position })
        return sendLink(tx, now, made)
      })
    },

    /** @throws AppError `user-not-found`, `already-joined`, `too-many-requests` */
    async inviteAgain(owner: SignedIn, id: number): Promise<InvitedPerson> {
      await limits.spend(invitationMailsOf(id))
      return changePerson(deps, owner, id, async (tx, now, person) => {
        demandInvited(person)
        // Touches updated_at, so the new invitation gets the full lifetime.
        await changeUser(tx, now, id, {})
        await endLinks(tx, now, id, 'INVITATION')
        await recordChange(tx, owner.id, 'user.invited-again', id, null, { position: person.position })
        return sendLink(tx, now, person)
      })
    },

    /** @throws AppError `user-not-found`, `already-joined` */
    async withdraw(owner: SignedIn, id: number): Promise<void> {
      await changePerson(deps, owner, id, async (tx, now, person) => {
        demandInvited(person)
        await recordChange(tx, owner.id, 'user.invitation-withdrawn', id, { position: person.position }, null)
        await closeUser(tx, now, id)
        await blankValues(tx, now, 'user', [{ id }])
      })
    },
  }
}

interface JoiningDeps extends Pick<Base, 'db' | 'clock' | 'addressLimits'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
}

/** What an invited person does with the link. */
export function createJoining(deps: JoiningDeps) {
  const { db, clock, addressLimits, inQueue } = deps
  return {
    /** @throws AppError `too-many-requests`, `link-invalid` whatever is wrong with the link */
    async open(token: string, network: string): Promise<Output<typeof openInvitation>> {
      await addressLimits.spend(invitationTriesFrom(network))
      const link = await findLink(db, clock.now(), token, 'INVITATION')
      const user = link && !link.usedAt ? await findUser(db, link.userId) : undefined
      if (!user?.position) throw new AppError('link-invalid')
      return { email: user.email, position: user.position }
    },

    /** Uses the link, once; a refused password leaves it usable. @throws AppError `link-invalid`, `password-refused` */
    async accept(
      { token, firstName, lastName, password, device }: Input<typeof acceptInvitation>['body'],
      origins: Origins,
    ): Promise<Session> {
      await addressLimits.spend(invitationTriesFrom(origins.network))
      const link = await findLink(db, clock.now(), token, 'INVITATION')
      const invited = link && !link.usedAt ? await findUser(db, link.userId) : undefined
      if (!invited) throw new AppError('link-invalid')
      demandGoodPassword(deps, password, invited)
      const newHash = await inQueue({ lane: 'staff', origin: origins.network }, () => hashPassword(password))
      return inTransaction(db, clock, async (tx, now) => {
        const { id } = invited
        const isFirst = (await findLinkAndLock(tx, now, token, 'INVITATION')) && (await markLinkUsed(tx, now, token))
        if (!isFirst || !(await replacePassword(tx, now, { id, oldHash: null, newHash })))
          throw new AppError('link-invalid')
        await endLinks(tx, now, id, 'INVITATION')
        const names = { first_name: firstName, last_name: lastName, email_confirmed_at: now }
        const user = await changeUser(tx, now, id, names)
        await recordChange(tx, id, 'user.joined', id, null, { firstName, lastName })
        return signIn(tx, now, user, origins, device)
      })
    },
  }
}

function demandInvited({ invitedUntil }: Person): void {
  if (invitedUntil === null) throw new AppError('already-joined')
}

function taken(worksHere: boolean): AppError {
  const message = worksHere
    ? 'Someone with that email already works here or has been invited.'
    : "That email belongs to a customer's account. Please use another one."
  return new AppError('email-taken', { message, path: 'email' })
}
