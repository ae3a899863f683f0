import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { withoutUnseen } from './phone-numbers.ts'
import { optionalLine, requiredLine, requiredText } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

/** The longest waiver the owner can publish. */
export const MAX_TEXT = 20_000

/** A drawn signature is a path in a box of this size; the path's length is limited. */
export const PAD = { width: 600, height: 200, shortest: 40, longest: 12_000 } as const
const PATH = /^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})+)+$/

/** The text beside the checkbox, printed above the signature. */
export const CONSENT =
  'I have read this waiver and agree to it. I agree to sign it electronically; my electronic signature is as good as a handwritten one.'

const FULL_AGE = 18
const OLDEST = 120

/** The date `years` later. A February 29 that doesn't exist compares like March 1. */
const yearsAfter = (date: TripDate, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`

/** Whether a person is under 18 on the day of the trip. */
export const isMinorOn = (tripDate: TripDate, bornOn: TripDate) => tripDate < yearsAfter(bornOn, FULL_AGE)

function refuseBirthDate(bornOn: TripDate, today: TripDate): string | undefined {
  if (bornOn > today) return 'The date of birth is in the future.'
  if (yearsAfter(bornOn, OLDEST) <= today) return `The date of birth is more than ${OLDEST} years ago.`
  return undefined
}

/** Equal for two spellings of one name; with the same date of birth, it is the same person. */
export const nameKey = (name: string) => withoutUnseen(name).normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

interface Person {
  name: string
  bornOn: TripDate
  guardian: string | null
}

/** Why this person can't sign for a trip like this, with the field at fault. */
export function refusePerson(
  { name, bornOn, guardian }: Person,
  tripDate: TripDate,
  today: TripDate,
): { code: keyof typeof errors; path: keyof Person; message: string } | undefined {
  const impossible = refuseBirthDate(bornOn, today)
  if (impossible) return { code: 'birth-date-impossible', path: 'bornOn', message: impossible }
  if (!isMinorOn(tripDate, bornOn) || (guardian && nameKey(guardian) !== nameKey(name))) return undefined
  const message = guardian
    ? "A minor can't sign for themselves. Please enter the name of the parent or guardian."
    : 'Anyone under 18 needs a parent or guardian to sign. Please enter their name.'
  return { code: 'guardian-required', path: 'guardian', message }
}

/** A published waiver text; a null text ended the waiver. */
export const WaiverText = z.object({ version: Id, text: z.nullable(z.string()), publishedAt: Instant })
export type WaiverText = z.infer<typeof WaiverText>

const Token = z.string('The link is missing.').check(z.maxLength(100))

const BirthDate = z
  .string('Please enter the date of birth')
  .check(z.refine((text) => z.safeParse(TripDate, text).success, 'Please enter the date of birth'))

const person = {
  name: requiredLine('Name'),
  bornOn: BirthDate,
  /** Signs for a minor. */
  guardian: optionalLine("The guardian's name"),
  way: z.enum(['DRAWN', 'TYPED']),
  /** The drawn path or the typed name. */
  signature: z.string('Please sign').check(z.trim(), z.minLength(1, 'Please sign'), z.maxLength(PAD.longest)),
  consent: z.literal(true, 'Please check the box to sign'),
}
type Mark = { way: 'DRAWN' | 'TYPED'; signature: string }
const drawn = z.refine<Mark>(
  ({ way, signature }) => way === 'TYPED' || (signature.length >= PAD.shortest && PATH.test(signature)),
  { path: ['signature'], message: 'Please sign in the box' },
)
const typed = z.refine<Mark>(
  ({ way, signature }) => way === 'DRAWN' || z.safeParse(requiredLine('Your signature'), signature).success,
  { path: ['signature'], message: 'Please type your name on one line' },
)

/** The form a signer fills in. */
export const WaiverForm = z.strictObject(person).check(drawn, typed)

/** A signature as the signer sees it, to keep or print. */
export const SignedWaiver = z.object({
  name: z.string(),
  bornOn: TripDate,
  guardian: z.nullable(z.string()),
  way: person.way,
  /** Null if already signed before: resending a name must not reveal its signature. */
  signature: z.nullable(z.string()),
  signedAt: Instant,
  version: Id,
  text: z.string(),
})
export type SignedWaiver = z.infer<typeof SignedWaiver>

const counts = {
  /** How many of the group have signed. */
  signed: z.int(),
  wanted: z.int(),
}

export const errors = {
  'waiver-link-invalid': {
    status: 404,
    message: "This waiver link doesn't work anymore.",
  },
  'waiver-changed': { status: 409, message: 'The waiver has changed. Please read the new text and sign again.' },
  'waiver-published-meanwhile': {
    status: 409,
    message: 'Someone else published a new version. Reload to see it; your draft is saved.',
  },
  'waiver-full': {
    status: 409,
    message:
      "More people have signed than are in this group. Whoever booked the trip can take out a name that isn't coming. Need help?",
  },
  'waiver-sent-otherwise': {
    status: 409,
    message: 'This form was already used for another person. Please sign again to add this one too.',
  },
  'waiver-signature-not-found': { status: 404, message: "We couldn't find this signature." },
  'birth-date-impossible': { status: 400, message: 'Please check the date of birth.' },
  'guardian-required': {
    status: 400,
    message: "A minor can't sign for themselves. A parent or guardian signs for anyone under 18.",
  },
} as const

export const openWaiver = endpoint({
  method: 'POST',
  path: '/api/waivers/open',
  access: 'public',
  summary: "What a signer sees behind a booking's link: the trip's date, the text, and how many have signed.",
  failed: 'Failed to load the waiver',
  body: z.strictObject({ token: Token }),
  response: z.object({ tripDate: TripDate, ...counts, version: Id, text: z.string() }),
  errors: ['waiver-link-invalid', 'too-many-requests'],
})

export const signWaiver = endpoint({
  method: 'POST',
  path: '/api/waivers/sign',
  access: 'public',
  takesKey: true,
  summary:
    'Signs the waiver for one person: 201 signed, 200 same `Idempotency-Key` or same name and date of birth again.',
  failed: "Your signature wasn't sent",
  body: z.strictObject({ token: Token, version: Id, ...person }).check(drawn, typed),
  response: z.object({ ...counts, ...SignedWaiver.shape }),
  status: [201, 200],
  errors: [
    'waiver-link-invalid',
    'waiver-changed',
    'waiver-full',
    'waiver-sent-otherwise',
    'birth-date-impossible',
    'guardian-required',
    'too-many-requests',
  ],
})

const GroupWaiver = z.object({
  waiver: z.nullable(
    z.object({
      url: z.url(),
      wanted: counts.wanted,
      /** Who has signed, without those who are not of the group. */
      signatures: z.array(z.object({ id: Id, name: z.string() })),
    }),
  ),
})

export const getBookingWaiver = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/waiver',
  access: 'customer',
  summary:
    "The signing link for the group of the caller's own booking, and who has signed; null if no waiver is required.",
  failed: 'Failed to load the waiver',
  params: z.object({ id: IdInPath }),
  response: GroupWaiver,
  errors: ['booking-not-found'],
})

export const leaveOutSignature = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/waiver/signatures/:signatureId/leave-out',
  access: 'customer',
  summary:
    "Marks a signature of the caller's own booking as not of the group, through the day of the trip. It is kept but no longer counts, and its signer may sign again.",
  failed: 'Failed to take the name out',
  params: z.object({ id: IdInPath, signatureId: IdInPath }),
  response: GroupWaiver,
  errors: ['booking-not-found', 'waiver-signature-not-found'],
})

const Signatures = z.object({
  tripDate: TripDate,
  wanted: counts.wanted,
  /** Null if signing is over or no waiver is required. */
  url: z.nullable(z.url()),
  signatures: z.array(
    z.object({
      id: Id,
      ...SignedWaiver.shape,
      name: z.nullable(z.string()),
      bornOn: z.nullable(TripDate),
      address: z.nullable(z.string()),
      /** False if it was marked as not of the group: it doesn't count. */
      isOfGroup: z.boolean(),
    }),
  ),
})

export const listWaiverSignatures = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/waivers',
  access: 'office',
  summary: 'The signed waivers of a booking, for printing, and the link to sign; erased ones have no name.',
  failed: 'Failed to load the waivers',
  params: z.object({ id: IdInPath }),
  response: Signatures,
  errors: ['booking-not-found'],
})

export const countWaiverSignature = endpoint({
  method: 'PUT',
  path: '/api/admin/waiver-signatures/:id',
  access: 'office',
  summary: 'Marks whether a signature belongs to the group. One that does not is kept but no longer counts.',
  failed: 'Failed to change the signature',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ isOfGroup: z.boolean() }),
  response: Signatures,
  errors: ['waiver-signature-not-found'],
})

const Texts = z.object({ texts: z.array(WaiverText) })

export const listWaiverTexts = endpoint({
  method: 'GET',
  path: '/api/admin/waivers',
  access: 'owner',
  summary: 'Every published waiver text, newest first. The newest is in force, unless its text is null.',
  failed: 'Failed to load the waiver',
  response: Texts,
})

export const publishWaiver = endpoint({
  method: 'POST',
  path: '/api/admin/waivers',
  access: 'owner',
  asksAgain: 'configuration',
  summary:
    'Publishes a waiver text, or null to stop asking for one. `after` is the newest version the caller has seen.',
  failed: 'Failed to publish the waiver',
  body: z.strictObject({ text: z.nullable(requiredText('The waiver', MAX_TEXT)), after: z.nullable(Id) }),
  response: Texts,
  errors: ['waiver-published-meanwhile'],
})
