import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Banner } from './banner.tsx'

test('a phone number in a sentence calls and stands on one line', () => {
  const sentence = 'You asked too often. Or call (863) 555-0142.'
  render(<Banner>{sentence}</Banner>)
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  const call = screen.getByRole('link', { name: '(863) 555-0142' })
  expect(call.getAttribute('href')).toBe('tel:+18635550142')
  expect(call.parentElement!.className).toBe('inline-block')
})
