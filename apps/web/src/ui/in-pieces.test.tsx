import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.tsx'

test('an address ends its lines at its commas, but for the one before the state', () => {
  const { container } = render(<p>{inPieces('Sample Landing, 100 Sample Street, Arcadia, FL 34266')}</p>)
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    'Sample Landing,',
    '100 Sample Street,',
    'Arcadia, FL\u00a034266',
  ])
})
