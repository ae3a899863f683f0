import { expect, test } from 'vitest'
import { cheapHash } from '../../testing/cheap-hash.ts'
import { generatePassword, hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'

test('a password is hashed with Argon2id and verified', async () => {
  const stored = await hashPassword('tarpon-at-dawn')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'tarpon-at-dawn')).toBe(true)
  expect(await verifyPassword(stored, 'tarpon-at-dusk')).toBe(false)
})

test('without an account no password is right', async () => {
  expect(await verifyPassword(null, 'tarpon-at-dawn')).toBe(false)
})

test('common passwords are recognized, others are not', () => {
  for (const password of ['123456', 'password', 'qwerty123', 'iloveyou', 'trustno1', 'summer2026'])
    expect(isCommonPassword(password), password).toBe(true)
  for (const password of ['tarpon-at-dawn', 'vkx9uq', '']) expect(isCommonPassword(password), password).toBe(false)
})

test('a generated password is long, easy to type and never the same', () => {
  const passwords = new Set(Array.from({ length: 100 }, generatePassword))
  expect(passwords.size).toBe(100)
  for (const password of passwords) expect(password).toMatch(/^([a-km-z2-9]{5}-){3}[a-km-z2-9]{5}$/)
})

test('a password is the same however its letters are composed, also for a hash of before', async () => {
  const composed = 'pêche à la ligne'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  const hashed = await hashPassword(decomposed)
  for (const hashOf of [hashed, await cheapHash(composed), await cheapHash(decomposed)])
    for (const typed of [composed, decomposed]) expect(await verifyPassword(hashOf, typed)).toBe(true)
  expect(await verifyPassword(hashed, 'peche a la ligne')).toBe(false)
  expect(await verifyPassword(await hashPassword('room 2²'), 'room 22'), 'not the same').toBe(false)
})
