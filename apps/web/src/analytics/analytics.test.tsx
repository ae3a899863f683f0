import { addresses } from '@arcadia/contract/addresses'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, show } from '../testing/show.tsx'
import { Analytics } from './analytics.tsx'

afterEach(() => localStorage.clear())

test('consent counts at once: the page it is given on, and clicks from then on', () => {
  const sent: unknown[] = []
  answerWith({
    'POST /api/analytics': (body) => {
      sent.push(body)
      return new Response(null, { status: 204 })
    },
  })
  show(
    <>
      <button type="button" data-label="Book Now" />
      <button type="button" data-label="Enquire" />
      <Analytics />
    </>,
    addresses.privacy.href(),
  )
  const [before, after] = screen.getAllByRole('button')
  fireEvent.click(before!)
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  fireEvent.click(after!)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sent).toMatchObject([{ consent: 'granted', events: expect.any(Array) }])
  const { events } = sent[0] as { events: object[] }
  expect(events).toContainEqual({ name: 'page_view', page: addresses.privacy.href() })
  expect(events.filter((event) => 'label' in event)).toMatchObject([{ name: 'click', label: 'Enquire' }])
})
