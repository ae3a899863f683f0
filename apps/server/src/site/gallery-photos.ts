import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import type { GalleryPhoto } from '@arcadia/contract/site/site-data'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Sharp } from 'sharp'
import { AppError } from '../http/app-error.ts'

const PHOTO = /^\.(jpe?g|png|webp|avif|tiff?|heic)$/i
/** Twice the gallery's largest display height, for high-density screens. */
const HEIGHT = 832
const RESCAN_MS = 10_000

/** Loaded only if there are photos, because the library is large. */
const loadSharp = async () => (await import('sharp')).default

const FORMATS = {
  avif: (photo: Sharp) => photo.avif({ quality: 55 }),
  webp: (photo: Sharp) => photo.webp({ quality: 76 }),
} as const
type Format = keyof typeof FORMATS

interface Found extends GalleryPhoto {
  file: string
  id: string
}

export type Gallery = ReturnType<typeof createGallery>

/**
 * The owner's photos: images in `folder` replace the drawings, sorted by name, with alt text from the `.txt` file next to
 * each. They are rotated upright, resized and cached in `cacheDir`.
 */
export function createGallery(deps: { folder: string; cacheDir: string; log: Logger }) {
  let scanned: { at: number; photos: Promise<Found[]> } | undefined
  const making = new Map<string, Promise<Buffer>>()

  function photos(): Promise<Found[]> {
    if (!scanned || Date.now() - scanned.at > RESCAN_MS) scanned = { at: Date.now(), photos: scan(deps) }
    return scanned.photos
  }

  async function make(photo: Found, format: Format): Promise<Buffer> {
    const kept = join(deps.cacheDir, `${photo.id}.${format}`)
    const known = await readFile(kept).catch(() => undefined)
    if (known) return known
    const sharp = await loadSharp()
    const upright = sharp(photo.file).rotate().resize({ height: HEIGHT, withoutEnlargement: true })
    const made = await FORMATS[format](upright).toBuffer()
    await mkdir(deps.cacheDir, { recursive: true })
    // Written to a temporary file first, so a killed process leaves no half-written image.
    await writeFile(`${kept}.${process.pid}`, made)
    await rename(`${kept}.${process.pid}`, kept)
    return made
  }

  return {
    /** Empty if there are none; then the drawings are shown. */
    async list(): Promise<GalleryPhoto[]> {
      return (await photos()).map(({ file: _, id: __, ...photo }) => photo)
    },
    serve(http: FastifyInstance): void {
      http.get<{ Params: { id: string; format: string } }>('/gallery/:id.:format', async (request, reply) => {
        const { id, format } = request.params
        const photo = (await photos()).find((one) => one.id === id)
        if (!photo || !isFormat(format)) throw new AppError('not-found')
        const name = `${id}.${format}`
        const made = making.get(name) ?? make(photo, format).finally(() => making.delete(name))
        making.set(name, made)
        return reply
          .type(`image/${format}`)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(await made)
      })
    },
  }
}

const isFormat = (format: string): format is Format => Object.hasOwn(FORMATS, format)

async function scan({ folder, log }: { folder: string; log: Logger }): Promise<Found[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => PHOTO.test(extname(name)))
      .sort()
      .map((name) =>
        describe(folder, name).catch((error: Error) => {
          log.warn(`cannot read the gallery photo ${name}, skipping it: ${error.message}`)
          return undefined
        }),
      ),
  )
  return found.filter((photo) => photo !== undefined)
}

async function describe(folder: string, name: string): Promise<Found> {
  const file = join(folder, name)
  const sharp = await loadSharp()
  const [{ size, mtimeMs }, metadata, text] = await Promise.all([
    stat(file),
    sharp(file).metadata(),
    readFile(join(folder, `${parse(name).name}.txt`), 'utf8').catch(() => ''),
  ])
  // Sideways photos have their orientation in the metadata.
  const { width, height } = metadata.autoOrient
  const id = createHash('sha256').update(`${name} ${size} ${mtimeMs} ${HEIGHT}`).digest('hex').slice(0, 16)
  const scale = Math.min(1, HEIGHT / height)
  return {
    file,
    id,
    avif: `/gallery/${id}.avif`,
    webp: `/gallery/${id}.webp`,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    alt: text.trim().split('\n')[0] ?? '',
  }
}
