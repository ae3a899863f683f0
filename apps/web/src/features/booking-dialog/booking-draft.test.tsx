import { beforeEach, expect, test } from 'vitest'
import { keepDraft, readDraft } from './booking-draft.ts'
import { newDetails } from './trip-details.ts'

const DRAFT = { userId: 7, selectedDate: '2099-06-10', details: newDetails(), paying: null, madeHere: null }

beforeEach(() => keepDraft(DRAFT))

test('deletes a draft that someone else typed in this tab', () => {
  expect(readDraft(8)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('keeps the draft of a customer whose session ended until they sign in again', () => {
  expect(readDraft(undefined)).toBeNull()
  expect(readDraft(7)).toEqual(DRAFT)
})
