import { expect, test } from 'vitest'
import { embedAddress } from './social-posts.ts'

test('embeds a post without the network’s page around it', () => {
  expect(embedAddress('https://www.instagram.com/p/C4abc_-1/?igsh=xyz')).toBe(
    'https://www.instagram.com/p/C4abc_-1/embed',
  )
  expect(embedAddress('https://instagram.com/reel/C4abc/')).toBe('https://instagram.com/reel/C4abc/embed')
})

test('uses any other address as it is', () => {
  expect(embedAddress('https://posts.example/embed/17')).toBe('https://posts.example/embed/17')
})
