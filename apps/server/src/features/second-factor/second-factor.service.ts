import { createHash, randomBytes } from 'node:crypto'
import type { confirmItIsYou, confirmSecondFactor, setUpSecondFactor } from '@arcadia/contract/admin/accounts'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import { AppError } from '../../http/app-error.ts'
import { keepAnswer, type SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getUser } from '../accounts/accounts.writes.ts'
import { generatePassword } from '../accounts/passwords.ts'
import type { SessionGuard } from '../accounts/session-guard.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { PasskeyAnswers } from './passkey-answers.service.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  keepSecret,
  keepStep,
  lockFactor,
  useRecoveryCode,
} from './second-factor.store.ts'
import { removeFactor } from './second-factor.writes.ts'
import { findStep, toBase32 } from './totp.ts'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const ENTER_CODE = 'Please enter the code from your authenticator app, or a recovery code.'
/** In the audit log's format. */
const [ON, OFF] = [{ secondFactor: true }, { secondFactor: false }]

interface Deps extends Pick<Base, 'encryption'> {
  sessionGuard: SessionGuard
  passkeys: Pick<PasskeyAnswers, 'confirm'>
  /** The account's label in an authenticator app. */
  issuer(): Promise<string>
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** An admin's second factor (docs/rules.md §4.8): TOTP, and recovery codes for a lost device. */
export function createSecondFactor({ encryption, sessionGuard, passkeys, issuer }: Deps) {
  /** Checks the second factor after the right password. A right code is used up. */
  async function check(
    tx: Db,
    now: Date,
    userId: number,
    code: string | undefined,
  ): Promise<'passed' | 'missing' | 'wrong'> {
    if ((await countRecoveryCodes(tx, userId)) === undefined) return 'passed'
    if (code === undefined) return 'missing'
    return (await useCode(tx, now, encryption, userId, code)) ? 'passed' : 'wrong'
  }

  return {
    check,

    /**
     * Answers the question who it is, for this session (docs/rules.md §4.17).
     * @throws AppError `passkey-refused`, `wrong-password`, `wrong-code` also for a missing one, `too-many-failures`
     */
    async answer(
      caller: SignedIn,
      { password = '', code, passkey }: Input<typeof confirmItIsYou>['body'],
      network: string,
    ) {
      const keep = (tx: Db, now: Date) => keepAnswer(tx, now, caller.tokenHash)
      if (passkey) {
        await passkeys.confirm(caller, passkey)
        return sessionGuard.guarded(caller, async () => undefined, keep)
      }
      const checkCode = async (tx: Db, now: Date) => {
        const outcome = await check(tx, now, caller.id, code)
        return outcome === 'passed' ? undefined : wrongCode(outcome === 'missing' ? ENTER_CODE : undefined)
      }
      return sessionGuard.withPassword(caller, { password, path: 'password', network }, keep, checkCode)
    },

    /** Sign-in asks for no code until `confirm`. @throws AppError `wrong-password`, `second-factor-is-on` */
    async setUp(caller: SignedIn, password: string, network: string): Promise<Output<typeof setUpSecondFactor>> {
      const secret = randomBytes(SECRET_BYTES)
      await sessionGuard.withPassword(caller, { password, path: 'password', network }, async (tx, now) => {
        if ((await lockFactor(tx, caller.id))?.confirmed_at) throw new AppError('second-factor-is-on')
        await keepSecret(tx, now, caller.id, encryption.encrypt(secret.toString('base64')))
      })
      return { secret: toBase32(secret), uri: uriOf(secret, await issuer(), caller.username) }
    },

    /** Returns the recovery codes, which are never shown again. @throws AppError `wrong-code`, `second-factor-is-on`, `…-is-off` */
    async confirm(caller: SignedIn, code: string): Promise<Output<typeof confirmSecondFactor>> {
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => generatePassword(3))
      const checkCode = async (tx: Db, now: Date) => {
        const factor = await lockFactor(tx, caller.id)
        if (!factor) throw new AppError('second-factor-is-off')
        if (factor.confirmed_at) throw new AppError('second-factor-is-on')
        return (await useCode(tx, now, encryption, caller.id, code)) ? undefined : wrongCode()
      }
      await sessionGuard.guarded(caller, checkCode, async (tx, now) => {
        const hashes = recoveryCodes.map((recoveryCode) => hashCode(recoveryCode.replaceAll('-', '')))
        await confirmFactor(tx, now, caller.id, hashes)
        await recordChange(tx, caller.id, 'user.second-factor-added', caller.id, OFF, ON)
        // Everything else was let in without a code.
        await endWaysIn(tx, now, caller.id, caller.tokenHash)
        const { email } = await getUser(tx, caller.id)
        await enqueueMail(tx, now, { kind: 'second-factor-on', to: email, params: { userId: caller.id } })
      })
      return { recoveryCodes }
    },

    /** Takes an app code or a recovery code. @throws AppError `wrong-code`, `second-factor-is-off` */
    async remove(caller: SignedIn, code: string): Promise<void> {
      const checkCode = async (tx: Db, now: Date) => {
        if (!(await lockFactor(tx, caller.id))?.confirmed_at) throw new AppError('second-factor-is-off')
        return (await useCode(tx, now, encryption, caller.id, code)) ? undefined : wrongCode()
      }
      await sessionGuard.guarded(caller, checkCode, async (tx) => {
        await removeFactor(tx, caller.id)
        await recordChange(tx, caller.id, 'user.second-factor-removed', caller.id, ON, OFF)
      })
    },
  }
}

/** Checks a code and uses it. If two requests send it at once, only one succeeds. */
async function useCode(
  tx: Db,
  now: Date,
  encryption: Pick<Encryption, 'tryDecrypt'>,
  userId: number,
  given: string,
): Promise<boolean> {
  const factor = await lockFactor(tx, userId)
  if (!factor) return false
  const code = given.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(tx, now, userId, hashCode(code))
  const secret = encryption.tryDecrypt(factor.secret_encrypted)
  if (secret === null) return false
  const step = findStep(Buffer.from(secret, 'base64'), code, now)
  if (step === undefined || step <= factor.last_step) return false
  await keepStep(tx, userId, step)
  return true
}

/** What an authenticator app reads. */
function uriOf(secret: Buffer, issuer: string, username: string): string {
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${username}`)}?${query}`
}

const wrongCode = (message?: string) => new AppError('wrong-code', { path: 'code', ...(message && { message }) })
const hashCode = (code: string) => createHash('sha256').update(code).digest()
