import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepTranslatable } from './translated-page.ts'

interface TicketProps {
  price: string
  isLate?: boolean
}

function Ticket({ price, isLate }: TicketProps) {
  return (
    <p role="note">
      You pay {price} today
      {isLate && ', and hurry'}
      {isLate ? <b>now</b> : ' at leisure'}
    </p>
  )
}

/** Chrome takes each text out for a `<font>` with its translation; others put the text itself into one. */
const translators = {
  replaces(text: Text) {
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild!.append(text.data.toUpperCase())
    text.replaceWith(font)
  },
  wraps(text: Text) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(document.createElement('font'))
    font.firstElementChild!.append(text)
  },
}

function translate(how: (text: Text) => void) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) if (text.parentElement?.nodeName !== 'FONT') how(text)
}

async function changeTwice(how: (text: Text) => void) {
  const { rerender } = render(<Ticket price="$700" />)
  translate(how)
  await act(async () => rerender(<Ticket price="$1,400" isLate />))
  expect(screen.getByRole('note').textContent?.toLowerCase()).toBe('you pay $1,400 today, and hurrynow')
  translate(how)
  await act(async () => rerender(<Ticket price="$350" />))
  expect(screen.getByRole('note').textContent?.toLowerCase()).toBe('you pay $350 today at leisure')
}

test('without the guard, a translated page cannot be changed', async () => {
  await expect(changeTwice(translators.replaces)).rejects.toThrow()
})

test.each(Object.keys(translators) as (keyof typeof translators)[])(
  'every text stays right where a translator %s it',
  async (how) => {
    keepTranslatable(document)
    await changeTwice(translators[how])
  },
)
