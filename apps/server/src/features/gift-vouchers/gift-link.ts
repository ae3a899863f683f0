import type { EmailedLink } from '@arcadia/contract/addresses'
import { plainCode, spelled } from '@arcadia/contract/gift-vouchers'
import { publicIdOf } from '../../http/links.ts'
import { digestOfCode } from './gift-vouchers.rules.ts'

/** The address of a gift: its code is the token, and the public id stands for its digest (docs/rules.md §13.17). */
export const giftLink = (code: string): EmailedLink => ({
  id: publicIdOf(digestOfCode(plainCode(code))),
  token: spelled(plainCode(code)),
})
