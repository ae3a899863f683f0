import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartError } from '../start-error.ts'

/** What opens a file that was encrypted to its recipient. */
export type Identity = CryptoKey

/** What encrypts a backup: to whom, and what opens it again to verify it. */
export interface Seal {
  recipients: readonly string[]
  identity: Identity
}

/** How each file in the format of `age` begins. */
const SEALED = 'age-encryption.org/v1\n'

/** Whether a key opens this file. @throws StartError if it can't be read */
export async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`Cannot read ${file}: ${code}.`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEALED.length), 0, SEALED.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === SEALED
  } finally {
    await handle.close()
  }
}

export async function encrypt(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return Readable.fromWeb((await encrypter.encrypt(toBytes(plain))) as NodeStream)
}

/** Null if it was not encrypted to this identity. @throws if it is damaged */
export async function decrypt(sealed: Readable, identity: Identity | undefined): Promise<Readable | null> {
  const decrypter = new Decrypter()
  if (identity) decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb((await decrypter.decrypt(toBytes(sealed))) as NodeStream)
  } catch (error) {
    sealed.destroy()
    if ((error as Error).message.startsWith('no identity matched')) return null
    throw error
  }
}

const toBytes = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
