import * as z from 'zod/mini'

/** Field types that several entities share; those of typed text are in `text-fields.ts`. */

const INT_MAX = 2_147_483_647

/** An id in a request or response body. */
export const Id = z.int().check(z.positive(), z.lte(INT_MAX))

/** An id in a path: a malformed one does not exist (404). */
export const IdInPath = z.codec(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), Id, { decode: Number, encode: String })

/** ISO-8601 UTC on the wire, a Date inside. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** The token of an emailed link. */
export const LinkToken = z.string('A link is required.').check(z.minLength(1, 'A link is required.'), z.maxLength(200))

/** `13:30`, venue time. */
export const TimeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, for example 13:30'))
