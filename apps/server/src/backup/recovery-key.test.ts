import { expect, test } from 'vitest'
import { identityOfRecoveryKey, makeRecoveryKey, readRecoveryKey, recipientOf } from './recovery-key.ts'

const KEY = makeRecoveryKey()

test('a recovery key is seven groups of four that nobody takes for each other', () => {
  for (let made = 0; made < 200; made++)
    expect(makeRecoveryKey()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('it is read however it is typed', async () => {
  const secret = readRecoveryKey(KEY)
  expect(secret).toHaveLength(16)
  for (const typed of [
    KEY.toLowerCase(),
    KEY.replaceAll('-', ''),
    `  ${KEY.replaceAll('-', ' ')} `,
    KEY.replaceAll('0', 'o').replaceAll('1', 'l'),
  ])
    expect(readRecoveryKey(typed)).toEqual(secret)
})

test('a slip in any letter, two letters exchanged and a group left out are seen', () => {
  const letters = [...KEY]
  for (const [at, letter] of letters.entries()) {
    if (letter === '-') continue
    const slip = letters.with(at, letter === '7' ? 'F' : '7').join('')
    expect(readRecoveryKey(slip)).toBeNull()
  }
  expect(readRecoveryKey(KEY.slice(5))).toBeNull()
  expect(readRecoveryKey(`${KEY}7`)).toBeNull()
  expect(readRecoveryKey('')).toBeNull()
  expect(readRecoveryKey(KEY.replace(/.$/, '!'))).toBeNull()
})

test('the same key leads to the same recipient for ever', async () => {
  const known = readRecoveryKey('0000-0000-0000-0000-0000-0000-00VM')
  expect(await recipientOf(await identityOfRecoveryKey(known!))).toBe(
    'age1sp3suntkm42pp2lv2czuhyvcg2jtkllwe8xxzd00cscgq78m252ssufff0',
  )
})
