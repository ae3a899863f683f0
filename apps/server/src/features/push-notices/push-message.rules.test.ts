import { createECDH } from 'node:crypto'
import { portal } from '@arcadia/contract/addresses'
import { expect, test } from 'vitest'
import { afterAnswer, encryptPush, isPointOnCurve, isPushService, placeInPortal } from './push-message.rules.ts'

const UA_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

test('a message is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const recipient = { publicKey: UA_KEY, authSecret: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const body = encryptPush('When I grow up, I want to be a watermelon', recipient, { salt, sender })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a key that is not a point on the curve is detected', () => {
  expect(isPointOnCurve(UA_KEY)).toBe(true)
  expect(isPointOnCurve(`${UA_KEY.slice(0, -4)}AAAA`)).toBe(false)
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/QK', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gA', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=x', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user@fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.example.com/', false],
  ['https://10.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://localhost/', false],
  ['https://169.254.169.254/latest', false],
])('%s is a push service: %s', (address, expected) => {
  expect(isPushService(new URL(address))).toBe(expected)
})

test('a missing device is forgotten, a refused notice dropped, and a temporary failure retried', () => {
  expect([201, 410, 404, 400, 413, 403, 429, 500, 503].map(afterAnswer)).toEqual([
    'sent',
    'device-gone',
    'device-gone',
    'refused',
    'refused',
    'later',
    'later',
    'later',
    'later',
  ])
})

test("a notice opens the same page as the email's button", () => {
  const buttons = ['tel:8635550142', `https://a.example${portal.bookings.href({ id: 5 })}`]
  expect(placeInPortal(buttons)).toBe(portal.bookings.href({ id: 5 }).replace(portal.path, ''))
  expect(placeInPortal([])).toBe(portal.dashboard.href().replace(portal.path, ''))
})
