import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { DayMovesView } from './day-moves.tsx'

test('without called-off days it explains how to call one off, and a failed list can be retried', async () => {
  const answers = { 'GET /api/admin/day-moves': broken }
  answerWith(answers)
  showToAdmin(<DayMovesView />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load called-off days')
  answers['GET /api/admin/day-moves'] = () =>
    Response.json({ content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No days called off' })).toBeDefined()
})
