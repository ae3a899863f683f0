import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { checkout } from '../../environment.ts'
import { AppError } from '../../http/app-error.ts'
import { refusePassword } from './accounts.rules.ts'

/** Argon2id, as OWASP recommends it: 19 MiB, two passes. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One form for what looks the same, as NIST SP 800-63B asks: a Mac may send an accented letter as two characters. NFC, because
 * it changes nothing that can be told apart; NFKC would make some different passwords one.
 */
const FORM = 'NFC'

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize(FORM), cost)
}

/** Hash of a random throwaway password, made with the cost above. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$KJ/l07aQo07Kamm1WZyyEw$xCERuivPFXZVEn4iRDP8QYCGzZ7qoG1XHilrc9Sd5Eo'

/**
 * Whether the password is right. Null (no account) takes the same time and returns false. Older hashes are of what the device
 * sent, in whichever form, so the other forms are tried as well where they differ.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  for (const form of new Set([password.normalize(FORM), password, password.normalize('NFD')]))
    if (await verify(passwordHash ?? dummyHash, form)) return passwordHash !== null
  return false
}

/** The reason a new password is refused, as a sentence; undefined if it is good enough. */
export function refuseNewPassword(password: string, account: Parameters<typeof refusePassword>[1], minLength: number) {
  return refusePassword(password, account, { minLength, isCommon: isCommonPassword })
}

let common: Set<string> | undefined

/** Whether the lowercase password is in the common-passwords list. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(join(checkout, 'apps/server/src/features/accounts/common-passwords.txt'), 'utf8').trim().split(/\s+/),
  )
  return common.has(password)
}

/** A password to type once: 25 random bits per group, no look-alike characters. */
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
