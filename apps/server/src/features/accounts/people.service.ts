import type { Position, Session } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import type {
  acceptInvitation,
  InvitedPerson,
  invitePerson,
  openInvitation,
  Person,
} from '@arcadia/contract/admin/people'
import type { Input, Output } from '@arcadia/contract/endpoint'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endLinks, makeLink, markLinkUsed } from '../../http/links.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues, recordChange, recordSettings } from '../audit-log/audit-log.writes.ts'
import { findLink, findLinkAndLock } from './account-links.store.ts'
import { INVITATION_MS, invitationMailsOf, invitationTriesFrom, type Origins } from './accounts.rules.ts'
import { changeUser, closeUser, findUser, lockUserOfAddress, replacePassword } from './accounts.store.ts'
import type { FairQueue } from './fair-queue.ts'
import { makeUser } from './make-user.service.ts'
import { demandGoodPassword, hashPassword } from './passwords.ts'
import { getPerson, givePosition, listPeople, putRefundLimit, refundLimitOf, serverSecret } from './people.store.ts'
import { removeFactor } from './second-factor.store.ts'
import { signIn } from './sessions.service.ts'
import { demandOwner, tellPosition } from './users.service.ts'
import { lockAccount } from './users.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryption' | 'limits' | 'addressLimits' | 'publicUrl'> {
  /** Password hashing runs in this queue. */
  inQueue: FairQueue
  passwordMinLength: number
  /** Undefined if email is not set up; emails wait in the outbox. */
  smtpUrl: string | undefined
}

/** Staff (docs/rules.md §22): invited by an owner, given a position by an owner, deactivated like any account. */
export function createPeople(deps: Deps) {
  const { db, clock, limits, addressLimits, inQueue } = deps
  const secret = serverSecret(deps.encryption)

  /** Rechecks that the caller is an owner in the transaction. @throws AppError `user-not-found` */
  async function change<Answer>(
    owner: SignedIn,
    id: number,
    work: (tx: Db, now: Date, person: Person) => Promise<Answer>,
  ): Promise<Answer> {
    return inTransaction(db, clock, async (tx, now) => {
      await demandOwner(tx, owner.id)
      // Waits for an invitation that is just being accepted.
      await lockAccount(tx, id)
      return work(tx, now, await getPerson(tx, id))
    })
  }

  /** Makes a link for the owner to pass on and emails another; using either one ends the other. */
  async function sendLink(tx: Db, now: Date, { id, email }: Pick<Person, 'id' | 'email'>): Promise<InvitedPerson> {
    await enqueueMail(tx, now, { kind: 'invitation', to: email, params: { userId: id } })
    const link = await makeLink(tx, now, { userId: id, email, purpose: 'INVITATION', lifetimeMs: INVITATION_MS })
    return {
      ...(await getPerson(tx, id)),
      link: deps.publicUrl + addresses.invitation.href(link),
      isEmailed: deps.smtpUrl !== undefined,
    }
  }

  return {
    list: async () => ({ people: await listPeople(db), refundLimit: await refundLimitOf(db) }),

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
      return change(owner, id, async (tx, now, person) => {
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
      await change(owner, id, async (tx, now, person) => {
        demandInvited(person)
        await recordChange(tx, owner.id, 'user.invitation-withdrawn', id, { position: person.position }, null)
        await closeUser(tx, now, id)
        await blankValues(tx, now, 'user', [{ id }])
      })
    },

    /**
     * Erases the name of a removed person. Their actions stay attributed to a username that can't be taken, because it has
     * spaces. @throws AppError `user-not-found`, `still-works-here`
     */
    async forget(owner: SignedIn, id: number): Promise<void> {
      await change(owner, id, async (tx, now, person) => {
        if (person.isActive) throw new AppError('still-works-here')
        await recordChange(tx, owner.id, 'user.forgotten', id, null, null)
        await removeFactor(tx, id)
        await closeUser(tx, now, id, `former member of the staff ${id}`)
        await blankValues(tx, now, 'user', [{ id }])
      })
    },

    /** Ends open sessions and streams, so permissions are read again. @throws AppError `user-not-found`, `own-position` */
    async setPosition(owner: SignedIn, id: number, position: Position): Promise<Person> {
      if (owner.id === id) throw new AppError('own-position')
      await change(owner, id, async (tx, now, person) => {
        if (person.position === position) return
        await givePosition(tx, secret, { by: owner.id, to: id, position })
        await recordChange(tx, owner.id, 'user.position-changed', id, { position: person.position }, { position })
        // An invitation not yet accepted stays good for the new position.
        if (person.invitedUntil === null) await endWaysIn(tx, now, id)
        await tellPosition(tx, now, id, position)
      })
      return getPerson(db, id)
    },

    async setRefundLimit(owner: SignedIn, limit: Cents): Promise<{ refundLimit: Cents }> {
      await inTransaction(db, clock, async (tx) => {
        await demandOwner(tx, owner.id)
        const before = { refundLimit: formatCents(await refundLimitOf(tx)) }
        const after = { refundLimit: formatCents(limit) }
        if (await recordSettings(tx, owner.id, ['refundLimit'], before, after)) await putRefundLimit(tx, limit)
      })
      return { refundLimit: limit }
    },

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
      { token, firstName, lastName, password }: Input<typeof acceptInvitation>['body'],
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
        return signIn(tx, now, user, origins)
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
