import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.body.replaceChildren()
  vi.resetModules()
})

/** What the server wrote into the page. */
async function show(data: object) {
  document.body.innerHTML = `<script id="site-data" type="application/json">${JSON.stringify(data)}</script>`
  const [{ EmailLink, PhoneLink, TextUsLink, ProfileLink }, { BalanceRule }] = await Promise.all([
    import('./business-links.tsx'),
    import('./business-words.tsx'),
  ])
  render(
    <>
      <EmailLink />
      <PhoneLink />
      <TextUsLink />
      <ProfileLink />
      <BalanceRule />
    </>,
  )
}

test('an address that the business lacks is no link', async () => {
  await show({})
  expect(document.querySelector('a')).toBeNull()
  expect(screen.getByText('Text us')).toBeDefined()
})

test('one that it has is', async () => {
  const business = {
    email: 'hi@giants.test',
    phone: '863 555 0199',
    socialHandle: '@giants',
    socialUrl: 'https://x.test',
  }
  await show({ business })
  expect([...document.querySelectorAll('a')].map((link) => link.href)).toEqual([
    'mailto:hi@giants.test',
    'tel:+18635550199',
    'sms:+18635550199',
    'https://x.test/',
  ])
})

test('when the balance is due is said also where the owner has set no day', async () => {
  await show({})
  expect(screen.getByText('Pay the balance by card anytime before the trip.')).toBeDefined()
})
