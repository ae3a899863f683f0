import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../testing/show.tsx'
import { EmailField } from './email-field.tsx'
import { useContractForm } from './use-contract-form.ts'

function Form({ email = '' }) {
  const form = useContractForm(z.object({ email: z.string() }), { email })
  return (
    <>
      <EmailField {...form.field('email')} label="Email" help="For the confirmation." />
      <output>{form.watch('email')}</output>
    </>
  )
}

test('asks about a typo in a common domain, and one press fixes it in the form too', () => {
  show(<Form />)
  const email = screen.getByLabelText('Email')
  fireEvent.input(email, { target: { value: 'ada@gmial.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'ada@gmail.com?' }))
  expect(screen.getByRole('status').textContent).toBe('ada@gmail.com')
  expect(screen.getByText('For the confirmation.')).toBeTruthy()
  expect(document.activeElement).toBe(email)
})

test('an address that is still being typed is asked about once its field is left', () => {
  show(<Form />)
  const email = screen.getByLabelText('Email')
  fireEvent.input(email, { target: { value: 'ada@gmail.co' } })
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  fireEvent.blur(email)
  expect(screen.getByRole('button', { name: 'ada@gmail.com?' })).toBeTruthy()
})

test('what the field is filled with is asked about at once', () => {
  show(<Form email="ada@gmial.com" />)
  fireEvent.click(screen.getByRole('button', { name: 'ada@gmail.com?' }))
  expect(screen.getByRole('status').textContent).toBe('ada@gmail.com')
})
