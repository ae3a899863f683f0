import { expect, test } from 'vitest'
import { previewOf } from './cells.tsx'

test('a message of up to 100 characters is shown whole, a longer one is cut there', () => {
  expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100))
  expect(previewOf('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
})

test('lines run on, and no character is cut in half', () => {
  expect(previewOf(' one\n\ntwo ')).toBe('one two')
  expect(previewOf('🐟'.repeat(101))).toBe(`${'🐟'.repeat(100)}…`)
})
