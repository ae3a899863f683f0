import { createHash } from 'node:crypto'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { answered } from '@arcadia/contract/site/questions'
import { NO_REFUNDS_FOR } from '@arcadia/contract/terms'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TermsPage } from './terms-page.tsx'

/** The newest text as it is read; of what follows the settings, only that it stands there. */
const NEWEST = { version: '2026-11-27', says: '6a9f2b52b62e55fa' }

test('another text of the terms is another version (docs/rules.md §3.4)', () => {
  const html = renderToStaticMarkup(createElement(TermsPage))
  const text = html
    .slice(html.indexOf('<div class="legal__text">'))
    .replace(/<span data-fill="([\w-]+)">[^<]*<\/span>/g, '{$1}')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  for (const term of ['{move-days} before the trip', 'fish up to ', 'not refundable']) expect(text).toContain(term)
  const says = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect({ version: TERMS_VERSION, says }, 'a new text needs a new TERMS_VERSION').toEqual(NEWEST)
})

// In words of its own: the terms are no part of the landing page's scripts.
test('the questions say of refunds what the terms in force say', () => {
  expect(
    answered({})
      .map(({ answer }) => answer)
      .join(),
  ).toContain(`there are no refunds for ${NO_REFUNDS_FOR}.`)
})
