import { createHash } from 'node:crypto'
import { TERMS_VERSION } from '@arcadia/contract/bookings'
import { NO_REFUNDS_FOR } from '@arcadia/contract/site/wording'
import { CANCELLATION_TERMS } from '@arcadia/contract/terms'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TermsPage } from './terms-page.tsx'

/** The newest text as it is read; of what follows the settings, only that it stands there. */
const NEWEST = { version: '2026-11-26', says: 'd948f7a3054725a2' }

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

test('the site says of refunds what the terms in force say', () => {
  const [last, ...before] = CANCELLATION_TERMS[TERMS_VERSION].never.toReversed()
  expect(NO_REFUNDS_FOR).toBe([...before.toReversed(), `or ${last}`].join(', '))
})
