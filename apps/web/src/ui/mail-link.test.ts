import { expect, test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('a mail goes only to its address', () => {
  expect(mailLink('ada@example.com')).toBe('mailto:ada@example.com')
  expect(mailLink('ada?bcc=eve@example.com')).toBe('mailto:ada%3Fbcc%3Deve@example.com')
})
