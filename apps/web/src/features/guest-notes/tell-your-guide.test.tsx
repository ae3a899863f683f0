import type { Session } from '@arcadia/contract/accounts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { TellGuideButton, TellYourGuide } from './tell-your-guide.tsx'

const ASKED = 'GET /api/bookings/7/guest-notes'
const NOTES = { experience: null, seats: null, health: 'Bee stings', allergies: null, birthdays: null }
const lost = () => Promise.reject(new TypeError('no line'))

beforeEach(() => customerSession.signIn({ token: 'a', user: { id: 1, username: 'ann', role: 'USER' } } as Session))
afterEach(() => {
  customerSession.signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('without a line the dialog opens at once and says so, and has the form once the line is back', async () => {
  let answer: () => Response | Promise<Response> = lost
  answerWith({ [ASKED]: () => answer() })
  show(<TellGuideButton bookingId={7} />)
  fireEvent.click(screen.getByRole('button', { name: 'Tell your guide' }))
  const dialog = screen.getByRole('dialog', { name: 'Tell your guide' })
  expect(dialog.textContent).not.toContain('Save')
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
  answer = () => Response.json(NOTES)
  fireEvent.click(again)
  expect(await screen.findByDisplayValue('Bee stings')).toBeDefined()
})

test('a dialog that was closed without a line never opens by itself', async () => {
  let answer: () => Response | Promise<Response> = lost
  answerWith({ [ASKED]: () => answer() })
  show(<TellGuideButton bookingId={7} />)
  const opener = screen.getByRole('button', { name: 'Tell your guide' })
  fireEvent.click(opener)
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
  const slow = Promise.withResolvers<Response>()
  answer = () => slow.promise
  fireEvent.click(again)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await act(async () => slow.resolve(Response.json(NOTES)))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what the guide was told is not kept on the device, which says so without a line', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answerWith({ [ASKED]: lost })
  show(<TellYourGuide bookingId={7} isToCome />)
  expect(screen.getByText(/^This device doesn't keep what you told us\./)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
