import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  ECDH as Ecdh,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

// What push services ask for: RFC 8291 encrypts for one browser, RFC 8292 says who sends.

const CURVE = 'prime256v1'
/** What one record may hold; a notice is far shorter. */
const RECORD_BYTES = 4096
const TOKEN_MS = 12 * 3_600_000

/** Hosts of the phone and browser makers: nothing is sent anywhere else, whatever address a browser names (docs/rules.md §23.5). */
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|web\.push\.apple\.com|updates\.push\.services\.mozilla\.com|[\w-]+(\.[\w-]+)?\.notify\.windows\.com)$/

export type IsPushService = (address: URL) => boolean

export const isPushService: IsPushService = ({ protocol, hostname, port, username, password }) =>
  protocol === 'https:' && port === '' && !username && !password && PUSH_SERVICES.test(hostname)

interface Recipient {
  /** In base64url, as the browser gave them. */
  publicKey: string
  authSecret: string
}

/** Whether the public key is a point that something can be encrypted for. */
export function isPointOnCurve(publicKey: string): boolean {
  try {
    Ecdh.convertKey(publicKey, CURVE, 'base64url')
    return true
  } catch {
    return false
  }
}

/** The body of a push: `text` for one browser and nobody on the way. @param random for the test of the standard's example */
export function encryptPush(
  text: string,
  { publicKey, authSecret }: Recipient,
  random: { salt: Buffer; sender: ECDH } = { salt: randomBytes(16), sender: newSender() },
): Buffer {
  const { salt, sender } = random
  const receiver = Buffer.from(publicKey, 'base64url')
  const own = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own])
  const secret = hkdf(Buffer.from(authSecret, 'base64url'), sender.computeSecret(receiver), info, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 ends the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(own.length, 4)
  return Buffer.concat([salt, head, own, ...sealed])
}

function newSender(): ECDH {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return sender
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export interface SenderKeys {
  /** In base64url: the point, and the number that belongs to it. */
  publicKey: string
  privateKey: string
}

export function newSenderKeys(): SenderKeys {
  const pair = newSender()
  // A number that begins with zeros is shorter, and a JWK wants all 32 bytes.
  const number = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey: pair.getPublicKey('base64url'), privateKey: Buffer.from(number, 'hex').toString('base64url') }
}

/** The header that says who sends: a token for this push service alone, good for twelve hours. */
export function senderHeader(keys: SenderKeys, about: { endpoint: string; contact: string; now: Date }): string {
  const claims = {
    aud: new URL(about.endpoint).origin,
    exp: Math.floor((about.now.getTime() + TOKEN_MS) / 1000),
    sub: about.contact,
  }
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims]
  const unsigned = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(unsigned), { key: keyOf(keys), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

function keyOf({ publicKey, privateKey }: SenderKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' })
}

/** What becomes of a notice after the push service's answer. */
export function afterAnswer(status: number): 'sent' | 'device-gone' | 'refused' | 'later' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'device-gone'
  // 401 and 403 come of a clock that is off, 429 of too much at once: both pass.
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? 'refused' : 'later'
}

/** Where in the portal the email's buttons lead to first, `?tab=bookings&id=5`; to its first screen where none does. */
export function placeInPortal(buttons: readonly string[] = []): string {
  const found = buttons.map((url) => new URL(url)).find(({ pathname }) => pathname === '/admin')
  return found?.search || '?tab=dashboard'
}
