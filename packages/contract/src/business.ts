import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, lineChecks, PhoneNumber, requiredText, TimeOfDay } from './fields.ts'
import { readPin } from './site/business-words.ts'

/** A fact in a change: it stays when it is left out, and goes when it is null or empty. */
const text = (fact: z.ZodMiniType<string, string>) =>
  z.optional(
    z.codec(z.nullable(z.string()), z.nullable(fact), {
      decode: (given) => given?.trim() || null,
      encode: (kept) => kept,
    }),
  )

const line = (name: string, limit: number) => text(z.string().check(...lineChecks(name, limit)))
const words = (name: string, limit: number) => text(requiredText(name, limit))

/** A number, which a form may send as it was typed. */
function whole(name: string, { min, max }: { min: number; max: number }) {
  const wrong = `${name} must be a whole number from ${min} to ${max}.`
  return z.optional(
    z.codec(
      z.nullable(z.union([z.number(), z.string()])),
      z.nullable(z.int(wrong).check(z.gte(min, wrong), z.lte(max, wrong))),
      {
        decode: (given) => (given === null || given === '' ? null : Number(given)),
        encode: (kept) => kept,
      },
    ),
  )
}

const Pin = z
  .string()
  .check(
    z.refine((pin) => readPin(pin) !== undefined, 'Please enter latitude and longitude, for example 27.2158, -81.8584'),
  )

const way = z.optional(z.boolean('A way to pay the balance is either true or false.'))

/** Of the days before a trip in which something has to be done. */
export const DAYS_BEFORE = { min: 1, max: 60 } as const

/** What the owner says of the business. Each fact may be missing, and no sentence speaks of one that is. */
export const BusinessFacts = z.strictObject({
  name: line('The name', 100),
  phone: text(PhoneNumber),
  email: text(Email),
  meetingName: line("The meeting place's name", 100),
  meetingAddress: line('The address', 200),
  meetingPin: text(Pin),
  meetingDirections: words('The directions', 600),
  /** When a group is back, `13:30`. */
  tripEnds: text(TimeOfDay),
  lunchPlace: line('Where lunch is', 100),
  whatToBring: words('What to bring', 600),
  /** 0 is on the morning of the trip. */
  balanceDueDays: whole('The days until the balance is due', { min: 0, max: DAYS_BEFORE.max }),
  balanceByCard: way,
  balanceByCash: way,
  balanceByCheck: way,
  /** How many days before the trip a booking can still move to another date. */
  moveDays: whole('The days before a trip', DAYS_BEFORE),
  license: line('Licenses and insurance', 200),
  guideName: line("The guide's name", 100),
  guideLicense: line("The guide's license", 100),
  guideAbout: words('About the guide', 400),
  /** Completes 'We usually answer'. */
  answerTime: line('The answer time', 60),
})

/** What has been set, with the address of the guide's photo, which is set apart. */
export const KeptFacts = z.extend(BusinessFacts, { guidePhoto: z.optional(z.string()) })
export type BusinessFacts = z.infer<typeof KeptFacts>
export type FactName = keyof BusinessFacts

/** How the business is called and reached, with whatever else the owner has said of it. */
export type Business = BusinessFacts & { name: string; phone: string; email: string; moveDays: number }

export const getBusinessFacts = endpoint({
  method: 'GET',
  path: '/api/admin/business',
  access: 'office',
  summary: 'What the owner has set of the business, and what stands in for the rest.',
  failed: 'Failed to load your business',
  response: z.object({
    facts: KeptFacts,
    defaults: z.object({ name: z.string(), phone: z.string(), email: z.string(), moveDays: z.int() }),
  }),
})

export const changeBusinessFacts = endpoint({
  method: 'PATCH',
  path: '/api/admin/business',
  access: 'owner',
  summary: 'Sets the given facts of the business; one that is null or empty is taken back.',
  failed: 'Failed to update your business',
  body: BusinessFacts,
  response: KeptFacts,
})

/** In base64: 48 kB, so that it fits into a request (docs/rules.md §7.3). */
export const MAX_PHOTO_TEXT = 60_000

export const changeGuidePhoto = endpoint({
  method: 'PUT',
  path: '/api/admin/business/guide-photo',
  access: 'owner',
  summary: "Sets the guide's photo, a JPEG in base64, or takes it back.",
  failed: "Failed to update the guide's photo",
  body: z.strictObject({
    jpeg: z.nullable(
      z
        .string()
        .check(
          z.maxLength(MAX_PHOTO_TEXT, 'Please choose a smaller photo.'),
          z.regex(
            /^\/9j\/(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
            'Please choose a JPEG photo.',
          ),
        ),
    ),
  }),
  response: KeptFacts,
})

export const getGuidePhoto = endpoint({
  method: 'GET',
  path: '/api/guide-photo/:id',
  access: 'public',
  summary: "The guide's photo. Each has an address of its own.",
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  response: 'photo',
  errors: ['not-found'],
})
