import { type addPasskey, MOST_PASSKEYS, type Passkey } from '@arcadia/contract/admin/passkeys'
import type { Input } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getUser, lockActiveAccount } from '../accounts/accounts.writes.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { CHALLENGE_MS, type PasskeyAnswers, sessionOf } from './passkey-answers.service.ts'
import { deletePasskey, insertPasskey, listPasskeysOf, type PasskeyRow, renamePasskey } from './passkeys.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock'> {
  answers: Pick<PasskeyAnswers, 'keep' | 'useChallenge' | 'rpID' | 'origin'>
  /** What the browser calls this site when it makes a key. */
  issuer(): Promise<string>
}

/** Staff's own passkeys: several, named, removable (docs/rules.md §4.22). */
export function createPasskeys({ db, clock, answers, issuer }: Deps) {
  const { origin, rpID } = answers

  const toPasskey = ({ id, name, host, created_at, last_used_at }: PasskeyRow): Passkey => ({
    id,
    name,
    formerHost: host === rpID ? null : host,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  })

  return {
    list: async ({ id }: SignedIn): Promise<Passkey[]> => (await listPasskeysOf(db, id)).map(toPasskey),

    /** @throws AppError `too-many-passkeys` */
    async start(caller: SignedIn) {
      const { id } = caller
      const [user, known] = [await getUser(db, id), await listPasskeysOf(db, id)]
      if (known.length >= MOST_PASSKEYS) throw new AppError('too-many-passkeys')
      const rp = { id: rpID, name: await issuer() }
      const options = await generateRegistrationOptions({
        rpName: rp.name,
        rpID,
        userID: new TextEncoder().encode(String(id)),
        userName: user.username,
        userDisplayName: fullName({ firstName: user.first_name, lastName: user.last_name }) || user.username,
        timeout: CHALLENGE_MS,
        excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await answers.keep(options.challenge, 'ADD', sessionOf(caller))
      return { ...options, rp }
    },

    /** @throws AppError `passkey-refused`, `too-many-passkeys` */
    async add(caller: SignedIn, { name, passkey }: Input<typeof addPasskey>['body']): Promise<Passkey> {
      const { id } = caller
      const expectedChallenge = await answers.useChallenge(passkey.response.clientDataJSON, 'ADD', sessionOf(caller))
      const outcome = await verifyRegistrationResponse({
        response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(() => undefined)
      if (!outcome?.verified) throw new AppError('passkey-refused')
      const { credential } = outcome.registrationInfo
      return inTransaction(db, clock, async (tx, now) => {
        await lockActiveAccount(tx, id)
        if ((await listPasskeysOf(tx, id)).length >= MOST_PASSKEYS) throw new AppError('too-many-passkeys')
        const made = await insertPasskey(tx, {
          user_id: id,
          name,
          host: rpID,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: passkey.response.transports ?? [],
          created_at: now,
        })
        if (!made) throw new AppError('passkey-refused')
        await recordChange(tx, id, 'user.passkey-added', id, null, { passkey: name })
        const { email } = await getUser(tx, id)
        await enqueueMail(tx, now, { kind: 'passkey-added', to: email, params: { userId: id, name } })
        return toPasskey(made)
      })
    },

    /** @throws AppError `passkey-not-found` */
    async rename(caller: SignedIn, id: number, name: string): Promise<void> {
      await inTransaction(db, clock, async (tx) => {
        const was = await renamePasskey(tx, caller.id, id, name)
        if (was === undefined) throw new AppError('passkey-not-found')
        if (was === name) return
        await recordChange(tx, caller.id, 'user.passkey-renamed', caller.id, { passkey: was }, { passkey: name })
      })
    },

    /** @throws AppError `passkey-not-found` */
    async remove(caller: SignedIn, id: number): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const removed = await deletePasskey(tx, caller.id, id)
        if (!removed) throw new AppError('passkey-not-found')
        const { name } = removed
        await recordChange(tx, caller.id, 'user.passkey-removed', caller.id, { passkey: name }, null)
        const { email } = await getUser(tx, caller.id)
        await enqueueMail(tx, now, { kind: 'passkey-removed', to: email, params: { userId: caller.id, name } })
      })
    },
  }
}
