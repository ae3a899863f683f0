import { expect, test } from 'vitest'
import { plainRuns, waiverBlocks } from './waiver-blocks.ts'

const read = (text: string) =>
  waiverBlocks(text).map((block) =>
    block.is === 'list' ? block.items.map(plainRuns) : `${block.is}: ${plainRuns(block.runs)}`,
  )

test('a waiver reads as it was written: headings, lists and paragraphs with their own breaks', () => {
  expect(
    read(
      '# Release\n\nI, the guest,\nknow this.\n## Risks ##\n- Hooks\n  and knots\n* Weather\n---\n1. I agree.\n2. I am fit.',
    ),
  ).toEqual([
    'heading: Release',
    'paragraph: I, the guest,\nknow this.',
    'heading: Risks',
    ['Hooks\nand knots', 'Weather'],
    'paragraph: 1. I agree.\n2. I am fit.',
  ])
})

test('bold and italic words lose their stars', () => {
  expect(waiverBlocks('Read **all of it** *now*.')).toEqual([
    {
      is: 'paragraph',
      runs: [
        { text: 'Read ' },
        { text: 'all of it', set: 'bold' },
        { text: ' ' },
        { text: 'now', set: 'italic' },
        { text: '.' },
      ],
    },
  ])
})

test.each([
  'Name: ________ Date: ____',
  '2 * 3 * 4 is #1',
  '-no list, #no heading',
  '** not bold **',
  'a_b_c and *one star',
])('what is no mark stays letter by letter: %s', (text) => expect(read(text)).toEqual([`paragraph: ${text}`]))
