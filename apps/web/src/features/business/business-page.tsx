import {
  BusinessFacts,
  changeBusinessFacts,
  changeGuidePhoto,
  DAYS_BEFORE,
  type FactName,
  type getBusinessFacts,
} from '@arcadia/contract/business'
import type { Output } from '@arcadia/contract/endpoint'
import { businessWords } from '@arcadia/contract/site/business-words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { OthersChange } from '../../forms/others-change.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { readSiteData } from '../../prerender/site-data.ts'
import { Box } from '../../ui/box.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { businessFactsQuery } from './business.queries.ts'
import { GuidePhoto, jpegOf } from './guide-photo.tsx'
import { PinField } from './pin-field.tsx'

/** Where the owner fills in facts only the owner knows. */
export function BusinessPage() {
  const page = useScrollToCard()
  return (
    <div ref={page}>
      <Box title="Your business" className="max-w-[72rem]">
        <p className="muted small mb-4">
          Guests read this on the site, in their emails and on their booking. Anything you leave blank isn't mentioned.
        </p>
        <Loaded query={useQuery(businessFactsQuery)} height="h-60" isQuiet>
          {(answer) => <BusinessForm {...answer} />}
        </Loaded>
      </Box>
    </div>
  )
}

/** Scrolls to the part named in the hash and keeps it in view while what is above it loads. */
function useScrollToCard() {
  const ref = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (!hash || !ref.current) return
    const follow = new ResizeObserver(() => document.getElementById(hash.slice(1))?.scrollIntoView())
    follow.observe(ref.current)
    const stop = () => follow.disconnect()
    // Stop once the person scrolls.
    const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    for (const sign of signs) window.addEventListener(sign, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const sign of signs) window.removeEventListener(sign, stop)
    }
  }, [hash])
  return ref
}

type TypedFact = Exclude<FactName, 'guidePhoto'>

const EMPTY: Record<TypedFact, string | boolean> = {
  name: '',
  phone: '',
  email: '',
  instagram: '',
  meetingName: '',
  meetingAddress: '',
  meetingPin: '',
  meetingDirections: '',
  tripStarts: '',
  linesOut: '',
  tripEnds: '',
  lunchPlace: '',
  whatToBring: '',
  balanceDueDays: '',
  balanceByCard: false,
  balanceByCash: false,
  balanceByCheck: false,
  moveDays: '',
  license: '',
  guideName: '',
  guideLicense: '',
  guideAbout: '',
  answerTime: '',
}
const NAMES = Object.keys(EMPTY) as TypedFact[]

function BusinessForm({ facts, defaults }: Output<typeof getBusinessFacts>) {
  const client = useQueryClient()
  // A refetch must not change what is being typed.
  const [saved, setSaved] = useState(facts)
  const values = Object.fromEntries(
    NAMES.map((name) => [name, typeof EMPTY[name] === 'boolean' ? Boolean(saved[name]) : String(saved[name] ?? '')]),
  ) as typeof EMPTY
  const form = useDraftForm('business', BusinessFacts, values)
  const photo = useDraft('business.photo', { guidePhoto: saved.guidePhoto ?? '' })
  const isChanged = form.isDraft || photo.isChanged()
  const submit = form.submit(
    async (body, shown) => {
      const after = await call(changeBusinessFacts, { body }, { shown })
      if (!photo.isChanged()) return after
      const { guidePhoto } = photo.draft
      const jpeg = guidePhoto ? jpegOf(guidePhoto) : null
      return call(changeGuidePhoto, { body: { jpeg } }, { shown: { ...photo.was, ...shown } })
    },
    (after) => {
      setSaved(after)
      // Typed as a link, kept as numbers.
      form.set('meetingPin', after.meetingPin ?? '')
      form.forget()
      photo.forget()
      // The pages of the portal read the hours and the place from here.
      const business = { ...readSiteData().business, ...defaults, ...after } as ReturnType<
        typeof readSiteData
      >['business']
      Object.assign(readSiteData(), { business, words: businessWords(business) })
      client.setQueryData(businessFactsQuery.queryKey, { facts: after, defaults })
      toast('Business details saved')
    },
  )
  const unless = (name: keyof typeof defaults) => (defaults[name] ? `${defaults[name]} if left blank` : undefined)
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <fieldset id="contact" className="grid scroll-mt-6 gap-4 min-[44rem]:grid-cols-3">
        <legend className="label mb-2">Name and contact</legend>
        <TextField {...form.field('name')} label="Business name" help={unless('name')} autoComplete="off" />
        <TextField {...form.field('phone')} label="Phone" help={unless('phone')} type="tel" autoComplete="off" />
        <TextField {...form.field('email')} label="Email" help={unless('email')} type="email" autoComplete="off" />
        <TextField {...form.field('instagram')} label="Instagram" help="For example, @arcadia" autoComplete="off" />
      </fieldset>
      <fieldset id="meeting" className="grid scroll-mt-6 gap-4 min-[44rem]:grid-cols-3">
        <legend className="label mb-2">Where you meet</legend>
        <TextField {...form.field('meetingName')} label="Name of the place" />
        <TextField {...form.field('meetingAddress')} label="Address" />
        <PinField form={form} />
        <TextArea {...form.field('meetingDirections')} label="Directions" rows={3} className="min-[44rem]:col-span-3" />
      </fieldset>
      <fieldset id="the-day" className="grid scroll-mt-6 gap-4 min-[44rem]:grid-cols-3">
        <legend className="label mb-2">The day</legend>
        <TextField {...form.field('tripStarts')} label="Start" type="time" help="8:00 AM if left blank" />
        <TextField {...form.field('linesOut')} label="Lines out" type="time" help="12:00 PM if left blank" />
        <TextField {...form.field('tripEnds')} label="Back at the ramp" type="time" />
        <TextField {...form.field('lunchPlace')} label="Where lunch is" help={"We'll write: Lunch is at ___."} />
        <TextField {...form.field('answerTime')} label="How soon you answer" help={'For example, "within a day"'} />
        <TextArea {...form.field('whatToBring')} label="What to bring" rows={3} className="min-[44rem]:col-span-3" />
      </fieldset>
      <fieldset id="balance" className="grid scroll-mt-6 gap-4 min-[44rem]:grid-cols-3">
        <legend className="label mb-2">Balance and changes</legend>
        <SelectField {...form.field('balanceDueDays')} label="When the balance is due">
          <option value="">Not set</option>
          <option value="0">On the morning of the trip</option>
          {Array.from({ length: DAYS_BEFORE.max }, (_, index) => index + 1).map((days) => (
            <option key={days} value={days}>
              {days} {days === 1 ? 'day' : 'days'} before
            </option>
          ))}
        </SelectField>
        <fieldset className="flex flex-wrap items-center gap-x-5">
          <legend className="label">How it can be paid</legend>
          <CheckField {...form.field('balanceByCard')} label="Card" />
          <CheckField {...form.field('balanceByCash')} label="Cash" />
          <CheckField {...form.field('balanceByCheck')} label="Check" />
        </fieldset>
        <TextField
          {...form.field('moveDays')}
          label="Days before a trip a date can still move"
          help={unless('moveDays')}
          inputMode="numeric"
        />
      </fieldset>
      <fieldset id="guide" className="grid scroll-mt-6 gap-4 min-[44rem]:grid-cols-3">
        <legend className="label mb-2">Your guide</legend>
        <TextField {...form.field('guideName')} label="Guide's name" />
        <TextField {...form.field('guideLicense')} label="Guide's license" />
        <TextField {...form.field('license')} label="Licenses and insurance" />
        <TextArea
          {...form.field('guideAbout')}
          label="Two sentences about your guide"
          rows={3}
          className="min-[44rem]:col-span-3"
        />
        <GuidePhoto value={photo.draft.guidePhoto} onChange={(guidePhoto) => photo.change({ guidePhoto })} />
      </fieldset>
      <LeaveGuard isChanged={isChanged} />
      <SaveBar
        note={isChanged && 'Changes not saved'}
        onUndo={() => {
          form.empty()
          photo.forget()
        }}
        busy={form.isBusy}
        label="Save your business"
      >
        {form.error && (
          <div className="grid w-full gap-3">
            <FormError>{form.error}</FormError>
            <OthersChange
              of={form.meanwhile}
              onTaken={() => form.meanwhile?.names.includes('guidePhoto') && photo.forget()}
            />
          </div>
        )}
      </SaveBar>
    </form>
  )
}
