import { hoursWithoutZone } from '@arcadia/contract/testing/hours'
import { expect, test } from 'vitest'
import { renderPages } from './entry-prerender.tsx'

test('every hour on a page that is there before any script runs names its zone', async () => {
  const texts = (await renderPages()).map(({ head, body }) =>
    (head + body).replaceAll('<!-- -->', '').replace(/<\/?[a-z][^>]*>/g, ' '),
  )
  expect(texts.flatMap(hoursWithoutZone)).toEqual([])
  // The landing page and the terms say hours.
  expect(texts.filter((text) => text.includes('AM to 12:00\u00a0PM Eastern'))).toHaveLength(2)
})
