import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import type { GalleryPhoto } from '@arcadia/contract/site/site-data'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Sharp } from 'sharp'
import { AppError } from '../http/app-error.ts'

const PHOTO = /^\.(jpe?g|png|webp|avif|tiff?|heic)$/i
/** Twice the height the gallery shows at the most, for sharp screens. */
const HEIGHT = 832
const RESCAN_MS = 10_000

/** Only where there are photographs: it is large. */
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
 * The owner's photographs: whatever lies in `folder` takes the place of the plates, in name order, with
 * the alt text of the `.txt` file beside each. They are turned upright, made smaller and kept in `cacheDir`.
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
    // Written aside first: a process killed here leaves no half picture behind.
    await writeFile(`${kept}.${process.pid}`, made)
    await rename(`${kept}.${process.pid}`, kept)
    return made
  }

  return {
    /** Empty where there are none: then the plates hang. */
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
          log.warn(`the gallery photo ${name} cannot be read and is left out: ${error.message}`)
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
  // A photograph taken sideways says so, and is turned.
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
