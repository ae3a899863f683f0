import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { checkout } from '../../environment.ts'
import { AppError } from '../../http/app-error.ts'
import { refusePassword } from './accounts.rules.ts'

/** Argon2id, as OWASP recommends it: 19 MiB, two passes. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Of a random password that nobody has, made with the cost above. */
const hashOfNobody = '$argon2id$v=19$m=19456,t=2,p=1$KJ/l07aQo07Kamm1WZyyEw$xCERuivPFXZVEn4iRDP8QYCGzZ7qoG1XHilrc9Sd5Eo'

/** Whether the password is right. Without an account (null) the work is the same and the answer is no. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? hashOfNobody, password)
  return isRight && passwordHash !== null
}

/** The sentence that says why a new password is refused; undefined when it is good enough. */
export function refuseNewPassword(password: string, account: Parameters<typeof refusePassword>[1], minLength: number) {
  return refusePassword(password, account, { minLength, isCommon: isCommonPassword })
}

let common: Set<string> | undefined

/** Whether the password, in lower case, is one of the commonest. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(join(checkout, 'apps/server/src/features/accounts/common-passwords.txt'), 'utf8').trim().split(/\s+/),
  )
  return common.has(password)
}

/** A password that a person types once: 25 random bits in each group, and no letters that look alike. */
export function generatePassword(groups = 4): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const text = Array.from(randomBytes(groups * 5), (byte) => letters[byte % letters.length]).join('')
  return text.match(/.{5}/g)!.join('-')
}

/** @throws AppError `password-refused` for one that is too easy to guess */
export function demandGoodPassword(
  { passwordMinLength }: { passwordMinLength: number },
  password: string,
  account: Parameters<typeof refuseNewPassword>[1],
  path = 'password',
): void {
  const message = refuseNewPassword(password, account, passwordMinLength)
  if (message) throw new AppError('password-refused', { message, path })
}
