import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { DAY_MS } from '../clock.ts'

/** Scripts and styles, which open pages ask for by names that contain their content's hash. */
const KEPT = /\.(js|css)(\.br|\.gz)?$/

/**
 * Keeps this build's scripts and styles in `dataDir` for the build after it, and those of the one before for a day, because
 * pages that are open ask for them (docs/rules.md §12.10).
 * @returns the folder of the earlier ones, if there are any
 */
export async function keepEarlierFiles(assets: string, dataDir: string, log: Logger): Promise<string | undefined> {
  const [current, earlier] = ['site-files', 'earlier-site-files'].map((name) => join(dataDir, name)) as [string, string]
  try {
    await keepOwn(assets, current, earlier)
    const since = await stat(earlier).catch(() => undefined)
    const left = since ? since.mtimeMs + DAY_MS - Date.now() : 0
    const drop = () => rm(earlier, { recursive: true, force: true })
    if (left > 0) {
      setTimeout(() => void drop().catch(() => {}), left).unref()
      return earlier
    }
    await drop()
  } catch (error) {
    log.warn({ err: error }, 'could not keep the files of the site for pages that are open')
  }
  return undefined
}

/** Puts another build's files aside; what is half copied never counts. */
async function keepOwn(assets: string, current: string, earlier: string): Promise<void> {
  const kept = await listFiles(current).catch(() => undefined)
  const own = await listFiles(assets)
  if (kept?.join() === own.join()) return
  const fresh = `${current}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh)
  for (const name of own) await cp(join(assets, name), join(fresh, name))
  if (kept) {
    await rm(earlier, { recursive: true, force: true })
    await rename(current, earlier)
    await utimes(earlier, new Date(), new Date())
  }
  await rename(fresh, current)
}

const listFiles = async (folder: string) => (await readdir(folder)).filter((name) => KEPT.test(name)).sort()
