import type { SignedWaiver } from '@arcadia/contract/waivers'
import type { SignatureRow } from './waivers.store.ts'

export function toSigned(row: SignatureRow & { text: string }): SignedWaiver {
  return {
    name: row.name ?? '',
    bornOn: row.born_on ?? '',
    guardian: row.guardian,
    way: row.is_drawn ? 'DRAWN' : 'TYPED',
    signature: row.mark,
    signedAt: row.signed_at,
    version: row.version,
    text: row.text,
  }
}
