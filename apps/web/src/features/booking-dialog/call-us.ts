import { readSiteData } from '../../prerender/site-data.ts'

/** Beside every refusal: nobody is left without a way to book (docs/rules.md §7.11). */
export function callUs(): string {
  const { phone } = readSiteData().business
  return phone ? `Or call ${phone}, and we'll find you a morning.` : ''
}
