import { expect, test } from 'vitest'
import { mergeForm } from './form-change.rules.ts'

type Fields = Record<string, unknown>
const merge = (shown: Fields | undefined, sent: Fields, stored: Fields) =>
  mergeForm({ body: sent, sent, shown }, stored)

test('a field that was not touched stays as somebody else has changed it', () => {
  expect(merge({ name: 'Ana', phone: '1' }, { name: 'Ana', phone: '2' }, { name: 'Bea', phone: '1' })).toEqual({
    changes: { phone: '2' },
    unseen: [],
  })
})

test('a field that both have changed is theirs until the person has seen it', () => {
  const stored = { phone: '3' }
  expect(merge({ phone: '1' }, { phone: '2' }, stored)).toEqual({
    changes: {},
    unseen: [{ name: 'phone', value: '3' }],
  })
  expect(merge({ phone: '3' }, { phone: '2' }, stored)).toEqual({ changes: { phone: '2' }, unseen: [] })
})

test('both may have saved the same, and a repeat changes nothing', () => {
  expect(merge({ phone: '1' }, { phone: '2' }, { phone: '2' })).toEqual({ changes: { phone: '2' }, unseen: [] })
})

test('of a list what was added and removed counts', () => {
  expect(merge({ days: [0, 3] }, { days: [3, 5] }, { days: [0, 3, 6] }).changes).toEqual({ days: [3, 6, 5] })
  expect(merge({ days: [0, 3] }, { days: [3, 0] }, { days: [1] })).toEqual({ changes: {}, unseen: [] })
})

test('a form shows nothing, no and null alike, and numbers as text', () => {
  for (const [shown, stored] of [
    ['', null],
    [false, null],
    ['350', 350],
  ])
    expect(merge({ it: shown }, { it: 'new' }, { it: stored }).unseen).toEqual([])
  expect(merge({ it: '0' }, { it: 'new' }, { it: null }).unseen).toHaveLength(1)
})

test('without a word of what was shown everything sent is meant', () => {
  expect(merge(undefined, { phone: '2' }, { phone: '3' })).toEqual({ changes: { phone: '2' }, unseen: [] })
})
