import { hash, randomBytes } from 'node:crypto'
import { identityToRecipient } from 'age-encryption'
import type { Identity } from './seal.ts'

/** Letters and digits that nobody takes for each other on paper; I and L are read as 1, O as 0. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SECRET_BYTES = 16
const BITS_A_LETTER = 5
/** The secret's 128 bits and 12 that check it. */
const LENGTH = 28
const GROUP = 4

/** A new recovery key, as it is written down: seven groups of four. */
export const makeRecoveryKey = (): string => written(randomBytes(SECRET_BYTES))

/**
 * The secret of a recovery key as somebody typed it, with or without dashes and spaces, in any case. Null if it is none, because
 * of a slip or something left out.
 */
export function readRecoveryKey(typed: string): Buffer | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (letters.length !== LENGTH) return null
  let bits = 0n
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter)
    if (value < 0) return null
    bits = (bits << BigInt(BITS_A_LETTER)) | BigInt(value)
  }
  const secret = Buffer.from((bits >> 12n).toString(16).padStart(SECRET_BYTES * 2, '0'), 'hex')
  return secret.length === SECRET_BYTES && bits === checked(secret) ? secret : null
}

/** What a recovery key's secret opens. */
export const identityOfRecoveryKey = (secret: Buffer): Promise<Identity> =>
  toIdentity(hash('sha256', Buffer.concat([Buffer.from('arcadia recovery key '), secret]), 'buffer'))

/** What a site opens with its own key, so that whoever has that one types nothing. */
export const identityOfSite = ({ secretFor }: { secretFor(purpose: string): Buffer }): Promise<Identity> =>
  toIdentity(secretFor('backups'))

/** To whom a file is encrypted, for it to be opened by this identity. */
export const recipientOf = (identity: Identity): Promise<string> => identityToRecipient(identity)

/** The start of a private X25519 key in PKCS #8; its 32 bytes follow. */
const X25519_KEY = Buffer.from('302e020100300506032b656e04220420', 'hex')

const toIdentity = (bytes: Buffer): Promise<Identity> =>
  crypto.subtle.importKey('pkcs8', Buffer.concat([X25519_KEY, bytes]), { name: 'X25519' }, false, ['deriveBits'])

function checked(secret: Buffer): bigint {
  const check = BigInt(`0x${hash('sha256', secret, 'hex').slice(0, 3)}`)
  return (BigInt(`0x${secret.toString('hex')}`) << 12n) | check
}

function written(secret: Buffer): string {
  const bits = checked(secret)
  const letters = Array.from({ length: LENGTH }, (_, at) => {
    const below = BigInt((LENGTH - 1 - at) * BITS_A_LETTER)
    return LETTERS[Number((bits >> below) & 31n)]
  }).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')
}
