import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TERMS_VERSION } from '@arcadia/contract/bookings'
import { CANCELLATION_TERMS } from '@arcadia/contract/terms'
import { expect, test } from 'vitest'

/** The newest text, by what it says without layout. */
const NEWEST = { version: '2026-11-26', says: '3f81f19a08483fd0' }

test('another text of the terms is another version (docs/rules.md §3.4)', () => {
  const source = readFileSync(join(import.meta.dirname, 'terms-page.tsx'), 'utf8')
  const shared = JSON.stringify(CANCELLATION_TERMS[TERMS_VERSION])
  const text = `${source.slice(source.indexOf('const SECTIONS'))}${shared}`.replace(/\s+/g, '')
  const says = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect({ version: TERMS_VERSION, says }, 'a new text needs a new TERMS_VERSION').toEqual(NEWEST)
})
