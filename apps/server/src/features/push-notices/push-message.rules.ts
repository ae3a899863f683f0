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
import { portal } from '@arcadia/contract/addresses'
import { HOUR_MS } from '../../clock.ts'

// Web Push: RFC 8291 encrypts for one browser, RFC 8292 identifies the sender.

const CURVE = 'prime256v1'
/** The record size; a notice is far shorter. */
const RECORD_BYTES = 4096
const TOKEN_MS = 12 * HOUR_MS

/** Hosts of the browser makers' push services. Nothing is sent to any other host a browser names (docs/rules.md §23.5). */
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|web\.push\.apple\.com|updates\.push\.services\.mozilla\.com|[\w-]+(\.[\w-]+)?\.notify\.windows\.com)$/

export type IsPushService = (address: URL) => boolean

export const isPushService: IsPushService = ({ protocol, hostname, port, username, password }) =>
  protocol === 'https:' && port === '' && !username && !password && PUSH_SERVICES.test(hostname)

interface Recipient {
  /** Both in base64url, from the browser. */
  publicKey: string
  authSecret: string
}

/** Whether the public key is a valid point to encrypt for. */
export function isPointOnCurve(publicKey: string): boolean {
  try {
    Ecdh.convertKey(publicKey, CURVE, 'base64url')
    return true
  } catch {
    return false
  }
}

/** The body of a push: `text`, encrypted for one browser. @param random fixed in the test of the RFC's example */
export function encryptPush(
  text: string,
  { publicKey, authSecret }: Recipient,
  random: { salt: Buffer; sender: ECDH } = { salt: randomBytes(16), sender: newSender() },
): Buffer {
  const { salt, sender } = random
  const receiver = Buffer.from(publicKey, 'base64url')
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  const secret = hkdf(Buffer.from(authSecret, 'base64url'), sender.computeSecret(receiver), info, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // A 2 marks the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, head, senderKey, ...sealed])
}

function newSender(): ECDH {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return sender
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export interface SenderKeys {
  /** Both in base64url: the point, and its private scalar. */
  publicKey: string
  privateKey: string
}

export function newSenderKeys(): SenderKeys {
  const pair = newSender()
  // Node drops leading zeros, but a JWK needs all 32 bytes.
  const number = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey: pair.getPublicKey('base64url'), privateKey: Buffer.from(number, 'hex').toString('base64url') }
}

/** The authorization header: a token for this push service only, valid for twelve hours. */
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

/** What to do with a notice after the push service's response. */
export function afterAnswer(status: number): 'sent' | 'device-gone' | 'refused' | 'later' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'device-gone'
  // 401 and 403 mean our clock is off, 429 means too many requests. Both are temporary.
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? 'refused' : 'later'
}

/** The portal page of the email's first portal button, `?tab=bookings&id=5`; the Dashboard if there is none. */
export function placeInPortal(buttons: readonly string[] = []): string {
  const found = buttons.map((url) => new URL(url)).find(({ pathname }) => pathname === portal.path)
  return found?.search || portal.dashboard.href().slice(portal.path.length)
}
