import * as z from 'zod/mini'
import { lineChecks } from './text-fields.ts'

// Separate from `fields.ts`, which every page loads.

/** A search term. */
export const SearchText = z.string().check(z.trim(), ...lineChecks('A search', 200))

const whole = (limit: number) => z.int().check(z.gte(0), z.lte(limit))
const wholeInQuery = (limit: number) =>
  z.codec(z.string().check(z.regex(/^\d{1,7}$/, 'Please enter a whole number.')), whole(limit), {
    decode: Number,
    encode: String,
  })

export const DEFAULT_PAGE_SIZE = 20

/** `page` from 0, `size` 20 by default and at most 100 (docs/rules.md §7.4). */
export const pageQuery = {
  page: z._default(wholeInQuery(1_000_000), 0),
  size: z._default(wholeInQuery(100).check(z.gte(1)), DEFAULT_PAGE_SIZE),
}

/** For lists specified as plain arrays: an array without `page`, a page with it. */
export const optionalPageQuery = { page: z.optional(pageQuery.page.def.innerType), size: pageQuery.size }

export const TrueOrFalse = z.codec(z.enum(['true', 'false'], 'Must be true or false.'), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})

/** Sort order: `name` ascending, `-name` descending; each list has its own default. */
export function sortedBy<const Name extends string>(...names: readonly Name[]) {
  const orders = names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])
  return z.optional(z.enum(orders, `Sort by ${names.join(', ')}. A dash in front means descending.`))
}

/** The response of every paged list. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  })
}
export type Page<T> = { content: T[]; page: number; size: number; totalElements: number; totalPages: number }
