import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Banner } from './banner.tsx'

test('a phone number in a sentence stands on one line', () => {
  const sentence = 'You asked too often. Or call (863) 555-0142.'
  render(<Banner>{sentence}</Banner>)
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(screen.getByText('(863) 555-0142').className).toBe('inline-block')
})
