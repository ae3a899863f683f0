import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { TimeOfDay } from './fields.ts'
import { type ByHandFact, MANUAL_METHODS } from './manual-methods.ts'
import { SentPicture } from './pictures.ts'
import { readPin } from './site/business-words.ts'
import { pinText, readMapPin, shortMapLink } from './site/map-pin.ts'
import { Email, lineChecks, PhoneNumber, requiredText } from './text-fields.ts'

/** A fact in a change: kept when omitted, cleared when null or empty. */
const text = (fact: z.ZodMiniType<string, string>) =>
  z.optional(
    z.codec(z.nullable(z.string()), z.nullable(fact), {
      decode: (given) => given?.trim() || null,
      encode: (kept) => kept,
    }),
  )

const line = (name: string, limit: number) => text(z.string().check(...lineChecks(name, limit)))
const words = (name: string, limit: number) => text(requiredText(name, limit))

/** A whole number; a form may send the text as typed. */
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

/** Kept as `arcadia`, typed as `@arcadia` or as the profile's address. */
const Instagram = z.codec(
  z.string(),
  z.string().check(z.regex(/^[\w.]{1,30}$/, 'Please enter an Instagram name, for example @arcadia')),
  {
    decode: (typed) => typed.replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '').replace(/^@|\/?(\?.*)?$/g, ''),
    encode: (kept) => kept,
  },
)

/** Kept as numbers, typed as a map app copies it. The server follows a short link. */
const Pin = z.codec(
  z.string(),
  z
    .string()
    .check(
      z.refine(
        (pin) => readPin(pin) !== undefined || shortMapLink(pin) !== undefined,
        'Please paste a Google or Apple Maps link, or latitude and longitude, for example 27.2158, -81.8584',
      ),
    ),
  {
    decode: (typed) => {
      const place = readMapPin(typed)
      return place ? pinText(place) : typed
    },
    encode: (kept) => kept,
  },
)

const DAY = 'Please enter a month and a day, for example 11/15'

/** A day of any year, kept as `11/05`, typed as `11/5`. */
const DayOfYear = z.codec(
  z.string(),
  z.string().check(
    z.refine((day) => {
      const [month = 0, date = 0] = day.split('/').map(Number)
      return (
        /^\d\d\/\d\d$/.test(day) && new Date(Date.UTC(2024, month - 1, date)).getUTCMonth() === month - 1 && date > 0
      )
    }, DAY),
  ),
  {
    decode: (typed) =>
      typed
        .trim()
        .split(/[/-]/)
        .map((part) => part.padStart(2, '0'))
        .join('/'),
    encode: (kept) => kept,
  },
)

const way = z.optional(z.boolean('Each way to pay the balance must be true or false.'))

const waysByHand = Object.fromEntries(Object.values(MANUAL_METHODS).map(({ fact }) => [fact, way])) as Record<
  ByHandFact,
  typeof way
>

/** Limits for settings in days before a trip. */
export const DAYS_BEFORE = { min: 1, max: 60 } as const

/** The owner's facts about the business. Each is optional, and texts leave out missing ones. */
export const BusinessFacts = z.strictObject({
  name: line('The name', 100),
  phone: text(PhoneNumber),
  email: text(Email),
  instagram: text(Instagram),
  meetingName: line("The meeting place's name", 100),
  meetingAddress: line('The address', 200),
  meetingPin: text(Pin),
  meetingDirections: words('The directions', 600),
  tripStarts: text(TimeOfDay),
  /** When the fishing ends. */
  linesOut: text(TimeOfDay),
  /** When a group is back at the ramp, `13:30`. */
  tripEnds: text(TimeOfDay),
  lunchPlace: line('Where lunch is', 100),
  whatToBring: words('What to bring', 600),
  /** 0 is the morning of the trip. */
  balanceDueDays: whole('The days until the balance is due', { min: 0, max: DAYS_BEFORE.max }),
  balanceByCard: way,
  ...waysByHand,
  /** The fewest days before the trip at which a booking can still move. */
  moveDays: whole('The days before a trip', DAYS_BEFORE),
  license: line('Licenses and insurance', 200),
  guideName: line("The guide's name", 100),
  guideLicense: line("The guide's license", 100),
  guideAbout: words('About the guide', 400),
  /** Completes 'We usually answer'. */
  answerTime: line('The answer time', 60),
  /** Answers to what newcomers ask. */
  fishingLicense: words('The answer about fishing licenses', 300),
  fish: words('The answer about the fish', 300),
  keepFish: words('The answer about keeping fish', 300),
  children: words('The answer about children', 300),
  weather: words('The answer about the weather', 300),
  bathroom: words('The answer about a bathroom', 300),
  tipping: words('The answer about tipping', 300),
  /** The days of the year between which the landing page shows gifts; around New Year if the first is the later. */
  giftsFrom: text(DayOfYear),
  giftsThrough: text(DayOfYear),
  /** Nobody can order a gift on the site. */
  giftsStopped: z.optional(z.boolean('Whether gifts are sold must be true or false.')),
})

/** Whether the landing page shows gifts today (docs/rules.md §13.20). */
export function isGiftSeason(
  { giftsFrom: from, giftsThrough: through, giftsStopped }: BusinessFacts,
  today: string,
): boolean {
  if (!from || !through || giftsStopped) return false
  const day = today.slice(5).replace('-', '/')
  return from <= through ? from <= day && day <= through : from <= day || day <= through
}

/** The facts as stored, plus the URL of the guide's photo, which has its own call. */
export const KeptFacts = z.extend(BusinessFacts, { guidePhoto: z.optional(z.string()) })
export type BusinessFacts = z.infer<typeof KeptFacts>
export type FactName = keyof BusinessFacts

/** All facts, with defaults filled in for the required ones. */
export type Business = BusinessFacts & { name: string; phone: string; email: string; moveDays: number }

export const getBusinessFacts = endpoint({
  method: 'GET',
  path: '/api/admin/business',
  access: 'office',
  summary: "The owner's facts about the business, and the defaults for missing ones.",
  failed: 'Failed to load your business details',
  response: z.object({
    facts: KeptFacts,
    defaults: z.object({ name: z.string(), phone: z.string(), email: z.string(), moveDays: z.int() }),
  }),
})

export const changeBusinessFacts = endpoint({
  method: 'PATCH',
  path: '/api/admin/business',
  access: 'owner',
  asksAgain: 'configuration',
  overwrites: true,
  summary: 'Sets the given facts about the business; null or empty clears one.',
  failed: 'Failed to update your business details',
  body: BusinessFacts,
  response: KeptFacts,
})

export const changeGuidePhoto = endpoint({
  method: 'PUT',
  path: '/api/admin/business/guide-photo',
  access: 'owner',
  asksAgain: 'configuration',
  overwrites: true,
  summary: "Sets the guide's photo, a JPEG in base64, or removes it.",
  failed: "Failed to update the guide's photo",
  takesPictures: 1,
  body: z.strictObject({ jpeg: z.nullable(SentPicture) }),
  response: KeptFacts,
})
