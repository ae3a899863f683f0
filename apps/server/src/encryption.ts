import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type Encryption = ReturnType<typeof createEncryption>

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets that must be read back (provider tokens, card tokens in flight) before they are stored:
 * AES-256-GCM with a 32-byte `key`, as iv, tag, ciphertext.
 */
export function createEncryption(key: Buffer) {
  return {
    encrypt(text: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },

    /** A secret of this key's holders, another one for each purpose; neither the key nor another secret follows from it. */
    secretFor: (purpose: string): Buffer => createHmac('sha256', key).update(purpose).digest(),

    /** @throws if the text was encrypted with another key or altered */
    decrypt,

    /** Null if the text was encrypted with another key or altered. */
    tryDecrypt(sealed: Buffer): string | null {
      try {
        return decrypt(sealed)
      } catch {
        return null
      }
    },
  }

  function decrypt(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }
}
