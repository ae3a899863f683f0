import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToAdmin } from '../../testing/show.tsx'
import { WriteMessageDialog } from './write-message-dialog.tsx'

test('a message being written says once that it is kept, and can be discarded', () => {
  showToAdmin(<WriteMessageDialog to={{ who: 'BOOKING', bookingId: 7 }} onSent={() => {}} onClose={() => {}} />)
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
  fireEvent.change(subject, { target: { value: 'Bring a hat' } })
  expect(screen.getAllByText(/^Draft saved/)).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(subject.value).toBe('')
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
})

test('a draft discarded by mistake comes back, by the button that has the focus', () => {
  showToAdmin(<WriteMessageDialog to={{ who: 'BOOKING', bookingId: 7 }} onSent={() => {}} onClose={() => {}} />)
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  fireEvent.change(subject, { target: { value: 'Bring a hat' } })
  const button = screen.getByRole('button', { name: 'Discard draft' })
  fireEvent.click(button)
  expect(screen.getByText('Draft discarded.')).toBeDefined()
  expect(button.textContent).toBe('Undo')
  fireEvent.click(button)
  expect(subject.value).toBe('Bring a hat')
  cleanup()
  showToAdmin(<WriteMessageDialog to={{ who: 'BOOKING', bookingId: 7 }} onSent={() => {}} onClose={() => {}} />)
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Bring a hat')
})

test('what is typed after a draft was discarded can be discarded too, and the first one is gone', () => {
  showToAdmin(<WriteMessageDialog to={{ who: 'BOOKING', bookingId: 7 }} onSent={() => {}} onClose={() => {}} />)
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  fireEvent.change(subject, { target: { value: 'Bring a hat' } })
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  fireEvent.change(subject, { target: { value: 'Bring boots' } })
  fireEvent.change(subject, { target: { value: '' } })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
