import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const HOVER_MEDIA = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

test('a tint that answers the pointer shows only where there is one, so a tapped button keeps none', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(20)
  const others = sheets.flatMap((name) =>
    [
      ...readFileSync(join(source, name), 'utf8')
        .replace(HOVER_MEDIA, '')
        .matchAll(/[^{}]*:hover[^{}]*(?=\{)/g),
    ]
      .map(([rule]) => rule.split(','))
      // What is chosen looks the same under the pointer.
      .filter((selectors) => selectors.every((one) => one.includes(':hover')))
      .map((selectors) => `${name}: ${selectors.join(',').trim()}`),
  )
  expect(others).toEqual([])
})
