import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGallery, type Gallery } from './gallery-photos.ts'

const root = mkdtempSync(join(tmpdir(), 'arcadia-gallery-'))
const http = Fastify()
let gallery: Gallery

beforeAll(async () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#294239' } })
  writeFileSync(join(root, 'b.jpg'), await photo(3000, 2000).jpeg().toBuffer())
  writeFileSync(join(root, 'b.txt'), 'A gar at the boat\nsecond line')
  // Taken sideways: 200 wide and 400 high once upright.
  writeFileSync(join(root, 'a.png'), await photo(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer())
  writeFileSync(join(root, 'c.jpg'), 'not a picture')
  writeFileSync(join(root, 'notes.md'), '#')
  gallery = createGallery({ folder: root, cacheDir: join(root, 'cache'), log: pino({ level: 'silent' }) })
  gallery.serve(http)
  await http.ready()
})
afterAll(async () => {
  await http.close()
  rmSync(root, { recursive: true, force: true })
})

test('photos are sorted by name, rotated upright, resized, and have their alt text', async () => {
  expect(await gallery.list()).toEqual([
    { avif: expect.any(String), webp: expect.any(String), width: 200, height: 400, alt: '' },
    { avif: expect.any(String), webp: expect.any(String), width: 1248, height: 832, alt: 'A gar at the boat' },
  ])
})

test('each is served in modern formats, converted once', async () => {
  const [, photo] = await gallery.list()
  for (const address of [photo!.avif, photo!.webp]) {
    const replies = await Promise.all([http.inject(address), http.inject(address)])
    for (const reply of replies) {
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['cache-control']).toContain('immutable')
      expect((await sharp(reply.rawPayload).metadata()).height).toBe(832)
    }
  }
  expect(readdirSync(join(root, 'cache'))).toHaveLength(2)
})

test('nothing else in the folder is served', async () => {
  for (const path of ['/gallery/notes.md', '/gallery/..%2Fb.jpg', '/gallery/0000000000000000.avif'])
    expect((await http.inject(path)).statusCode).toBeGreaterThanOrEqual(400)
})

test('an empty or missing folder leaves the drawings in place', async () => {
  const none = createGallery({ folder: join(root, 'none'), cacheDir: root, log: pino({ level: 'silent' }) })
  expect(await none.list()).toEqual([])
})
