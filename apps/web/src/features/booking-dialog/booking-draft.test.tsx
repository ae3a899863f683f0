import { beforeEach, expect, test } from 'vitest'
import { keepDraft, readDraft } from './booking-draft.ts'
import { newDetails } from './trip-details.ts'

const DRAFT = { userId: 7, selectedDate: '2099-06-10', details: newDetails(), paying: null }

beforeEach(() => keepDraft(DRAFT))

test('what somebody else typed in this tab is deleted when it is found', () => {
  expect(readDraft(8)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('whose session ended finds the booking again after signing in', () => {
  expect(readDraft(undefined)).toBeNull()
  expect(readDraft(7)).toEqual(DRAFT)
})
