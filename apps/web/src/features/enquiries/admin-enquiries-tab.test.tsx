import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { AdminEnquiriesTab } from './admin-enquiries-tab.tsx'

const NONE = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 }

test('a failed load of the counts is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith({ 'GET /api/enquiries': () => Response.json(NONE), 'GET /api/enquiries/stats': broken })
  showToAdmin(<AdminEnquiriesTab />)
  await waitFor(() => expect(String(log.mock.calls)).toContain('Could not load the counts'))
  await screen.findByText(/No enquiries/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a list that cannot be loaded says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith({ 'GET /api/enquiries': broken, 'GET /api/enquiries/stats': broken })
  showToAdmin(<AdminEnquiriesTab />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load enquiries')
})
