import { constants, openAsBlob } from 'node:fs'
import { copyFile, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { MINUTE_MS } from '../../clock.ts'
import type { StoredPlace } from './backups.store.ts'

/** Where backups are copied to. Each method throws an error whose message the owner reads. */
export interface Place {
  /** Writes something and takes it away again. */
  probe(): Promise<void>
  put(file: string): Promise<void>
  /** Also if it is not there. */
  delete(name: string): Promise<void>
}

const PROBE = 'arcadia-test.txt'

export const openPlace = (place: StoredPlace, secret: string): Place =>
  place.kind === 'S3' ? bucketPlace(place, secret) : folderPlace(place.folder)

function folderPlace(folder: string): Place {
  return {
    async probe() {
      await inWords(async () => {
        await writeFile(join(folder, PROBE), 'This file can be deleted.\n')
        await rm(join(folder, PROBE), { force: true })
      })
    },
    async put(file) {
      const name = join(folder, basename(file))
      const unfinished = `${name}.unfinished`
      await inWords(async () => {
        await copyFile(file, unfinished, constants.COPYFILE_FICLONE)
        const handle = await open(unfinished)
        await handle.sync().finally(() => handle.close())
        if ((await stat(unfinished)).size !== (await stat(file)).size) throw new Error('The copy is not whole.')
        await rename(unfinished, name)
      }).finally(() => rm(unfinished, { force: true }).catch(() => {}))
    },
    delete: (name) => inWords(() => rm(join(folder, name), { force: true })),
  }

  async function inWords(work: () => Promise<void>): Promise<void> {
    await work().catch(({ code, message }: NodeJS.ErrnoException) => {
      throw new Error(WHY[code ?? ''] ?? `${folder}: ${message}`)
    })
  }
}

const WHY: Record<string, string> = {
  EACCES: 'The site may not write to this folder.',
  EROFS: 'The site may not write to this folder.',
  EPERM: 'The site may not write to this folder.',
  ENOENT: 'There is no such folder. Is the disk connected?',
  ENOTDIR: "That isn't a folder.",
  ENOSPC: 'The disk of this folder is full.',
}

function whyNoAnswer(host: string, error: Error): string {
  const { code, name, message } = (error.cause ?? error) as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return `There is no server called ${host}. Look for a typo in the address.`
  if (code === 'EAI_AGAIN') return `We couldn't look up ${host} right now. Is the server online?`
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code ?? '')) return `${host} didn't answer in time.`
  if (/CERT|TLS|SSL/.test(code ?? '')) return `${host} has no certificate that we can trust.`
  if (message === 'unexpected redirect')
    return `${host} sends us elsewhere. Use the address of the bucket's own region.`
  return `Nothing answers at ${host}. Look for a typo in the address.`
}

function whyRefused(host: string, status: number): string {
  const why =
    status === 403 || status === 401
      ? "didn't take the keys, or they may not write to this bucket."
      : status === 404
        ? 'has no such bucket. Look for a typo in the address.'
        : status === 507
          ? 'has no room left.'
          : "didn't take it. Look at your account there."
  return `${host} ${why} (It answered ${status}.)`
}

/** Long enough for a large file over a slow line. */
const UPLOAD_MS = 30 * MINUTE_MS

function bucketPlace({ address, region, keyId }: StoredPlace, secret: string): Place {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    retries: 2,
    ...(region && { region }),
  })
  const ask = async (method: 'PUT' | 'DELETE', name: string, body?: Blob) => {
    const signal = AbortSignal.timeout(body ? UPLOAD_MS : MINUTE_MS)
    const asked = client.fetch(`${address.replace(/\/+$/, '')}/${name}`, {
      method,
      redirect: 'error',
      signal,
      ...(body && { body }),
    })
    const { host } = new URL(address)
    const { ok, status } = await asked.catch((error) => {
      throw new Error(whyNoAnswer(host, error))
    })
    // Gone already is as good as deleted.
    if (!ok && !(method === 'DELETE' && status === 404)) throw new Error(whyRefused(host, status))
  }
  return {
    async probe() {
      await ask('PUT', PROBE, new Blob(['This file can be deleted.\n']))
      // A key that may not delete is safer; only the probe then stays.
      await ask('DELETE', PROBE).catch(() => {})
    },
    put: async (file) => ask('PUT', basename(file), await openAsBlob(file)),
    delete: (name) => ask('DELETE', name),
  }
}
