import type { PasskeyAnswer } from '@arcadia/contract/admin/passkeys'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import { AppError } from '../../http/app-error.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Origins } from '../accounts/accounts.rules.ts'
import {
  findPasskey,
  keepChallenge,
  listPasskeysOf,
  notePasskeyUse,
  type PasskeyRow,
  type Purpose,
  takeChallenge,
} from './passkeys.store.ts'

export const CHALLENGE_MS = 5 * MINUTE_MS
/** A visitor's network may ask for this many challenges. */
const challengesFrom = limitFor('passkey-challenge', 100, 15 * MINUTE_MS)

export type PasskeyAnswers = ReturnType<typeof createPasskeyAnswers>

/**
 * What passkeys are asked and answer (docs/rules.md §4.22). An answer stands for password and code, because the key checks its
 * person itself.
 */
export function createPasskeyAnswers({
  db,
  clock,
  publicUrl,
  addressLimits,
}: Pick<Base, 'db' | 'clock' | 'publicUrl' | 'addressLimits'>) {
  const { origin, hostname: rpID } = new URL(publicUrl)

  async function keep(challenge: string, purpose: Purpose, asked_by: string): Promise<void> {
    const expires_at = new Date(clock.now().getTime() + CHALLENGE_MS)
    await keepChallenge(db, { challenge, purpose, asked_by, expires_at })
  }

  async function ask(purpose: 'CONFIRM' | 'SIGN_IN', askedBy: string, keys: readonly PasskeyRow[]) {
    const options = await generateAuthenticationOptions({
      rpID,
      allowCredentials: keys.map(({ credential_id: id, transports }) => ({ id, transports })),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    })
    await keep(options.challenge, purpose, askedBy)
    return { ...options, rpId: rpID }
  }

  /** The challenge that was signed, used up whatever the signature is worth. @throws AppError `passkey-refused` */
  async function useChallenge(clientDataJSON: string, purpose: Purpose, askedBy: string): Promise<string> {
    const challenge = challengeIn(clientDataJSON)
    if (!challenge || !(await takeChallenge(db, clock.now(), { challenge, purpose, askedBy })))
      throw new AppError('passkey-refused')
    return challenge
  }

  /** @throws AppError `passkey-refused` */
  async function verify(answer: PasskeyAnswer, purpose: Purpose, askedBy: string): Promise<PasskeyRow> {
    const expectedChallenge = await useChallenge(answer.response.clientDataJSON, purpose, askedBy)
    const passkey = await findPasskey(db, answer.id)
    if (!passkey) throw new AppError('passkey-refused')
    const { credential_id: id, public_key, counter, transports } = passkey
    const outcome = await verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(public_key), counter, transports },
      requireUserVerification: true,
    }).catch(() => undefined)
    const isRight =
      outcome?.verified && (await notePasskeyUse(db, clock.now(), passkey.id, outcome.authenticationInfo.newCounter))
    if (!isRight) throw new AppError('passkey-refused')
    return passkey
  }

  return {
    rpID,
    origin,
    keep,
    useChallenge,

    async startConfirmation(caller: SignedIn) {
      const keys = (await listPasskeysOf(db, caller.id)).filter(({ host }) => host === rpID)
      return ask('CONFIRM', sessionOf(caller), keys)
    },

    /** @throws AppError `passkey-refused` */
    async confirm(caller: SignedIn, answer: PasskeyAnswer): Promise<void> {
      const { user_id } = await verify(answer, 'CONFIRM', sessionOf(caller))
      if (user_id !== caller.id) throw new AppError('passkey-refused')
    },

    /** Asks for any passkey of anybody, so that the question tells nothing about accounts. @throws AppError `too-many-requests` */
    async startSignIn({ browser, network }: Origins) {
      await addressLimits.spend(challengesFrom(network))
      return ask('SIGN_IN', browser, [])
    },

    /** Whose passkey signed. @throws AppError `passkey-refused` */
    signer: async (answer: PasskeyAnswer, { browser }: Origins): Promise<number> =>
      (await verify(answer, 'SIGN_IN', browser)).user_id,
  }
}

/** Who asks in a session. */
export const sessionOf = ({ tokenHash }: Pick<SignedIn, 'tokenHash'>) => `session:${tokenHash.toString('base64url')}`

/** The challenge in what a browser signed; undefined if that is none. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
