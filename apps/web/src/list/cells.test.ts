import { expect, test } from 'vitest'
import { previewOf } from './cells.tsx'

test('a message of up to 100 characters shows in full, a longer one is cut there', () => {
  expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100))
  expect(previewOf('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
})

test('joins lines and never cuts a character in half', () => {
  expect(previewOf(' one\n\ntwo ')).toBe('one two')
  expect(previewOf('🐟'.repeat(101))).toBe(`${'🐟'.repeat(100)}…`)
})
