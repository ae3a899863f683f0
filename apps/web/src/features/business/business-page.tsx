import {
  BusinessFacts,
  changeBusinessFacts,
  changeGuidePhoto,
  DAYS_BEFORE,
  type FactName,
  type getBusinessFacts,
} from '@arcadia/contract/business'
import type { Output } from '@arcadia/contract/endpoint'
import { BALANCE_WAYS } from '@arcadia/contract/manual-methods'
import { businessWords } from '@arcadia/contract/site/business-words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { SettingsHistory } from '../audit-log/settings-history.tsx'
import { jpegOf } from '../pictures/small-jpeg.ts'
import { businessFactsQuery } from './business.queries.ts'
import { GuidePhoto } from './guide-photo.tsx'
import { PinField } from './pin-field.tsx'

/** Where the owner fills in facts only the owner knows. */
export function BusinessPage() {
  const page = useScrollToCard()
  return (
    <section ref={page} className="max-w-[72rem]" aria-label="Your business">
      <p className="muted small mb-4">
        Guests read this on the site, in their emails and on their booking. Anything you leave blank isn't mentioned.
      </p>
      <Loaded query={useQuery(businessFactsQuery)} height="h-60" isQuiet>
        {(answer) => (
          <>
            <BusinessForm {...answer} />
            <SettingsHistory names={[...NAMES, 'guidePhoto']} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Scrolls to the part named in the hash and keeps it in view while what is above it loads. */
function useScrollToCard() {
  const ref = useRef<HTMLElement>(null)
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
  balanceByZelle: false,
  balanceByVenmo: false,
  balanceByOther: false,
  moveDays: '',
  license: '',
  guideName: '',
  guideLicense: '',
  guideAbout: '',
  answerTime: '',
  fishingLicense: '',
  fish: '',
  keepFish: '',
  children: '',
  weather: '',
  bathroom: '',
  tipping: '',
  giftsFrom: '',
  giftsThrough: '',
  giftsStopped: false,
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
      form.set('giftsFrom', after.giftsFrom ?? '')
      form.set('giftsThrough', after.giftsThrough ?? '')
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
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Facts id="contact" title="Name and contact">
        <TextField {...form.field('name')} label="Business name" help={unless('name')} autoComplete="off" />
        <TextField {...form.field('phone')} label="Phone" help={unless('phone')} type="tel" autoComplete="off" />
        <TextField {...form.field('email')} label="Email" help={unless('email')} type="email" autoComplete="off" />
        <TextField {...form.field('instagram')} label="Instagram" help="For example, @arcadia" autoComplete="off" />
      </Facts>
      <Facts id="meeting" title="Where you meet">
        <TextField {...form.field('meetingName')} label="Name of the place" />
        <TextField {...form.field('meetingAddress')} label="Address" />
        <PinField form={form} />
        <TextArea {...form.field('meetingDirections')} label="Directions" rows={3} className="min-[44rem]:col-span-3" />
      </Facts>
      <Facts id="the-day" title="The day">
        <TextField {...form.field('tripStarts')} label="Start" type="time" help="8:00 AM if left blank" />
        <TextField {...form.field('linesOut')} label="Lines out" type="time" help="12:00 PM if left blank" />
        <TextField {...form.field('tripEnds')} label="Back at the ramp" type="time" />
        <TextField {...form.field('lunchPlace')} label="Where lunch is" help={"We'll write: Lunch is at ___."} />
        <TextField {...form.field('answerTime')} label="How soon you answer" help={'For example, "within a day"'} />
        <TextArea {...form.field('whatToBring')} label="What to bring" rows={3} className="min-[44rem]:col-span-3" />
      </Facts>
      <Facts id="balance" title="Balance and changes">
        <SelectField {...form.field('balanceDueDays')} label="When the balance is due">
          <option value="">Not set</option>
          <option value="0">On the morning of the trip</option>
          {Array.from({ length: DAYS_BEFORE.max }, (_, index) => index + 1).map((days) => (
            <option key={days} value={days}>
              {days} {days === 1 ? 'day' : 'days'} before
            </option>
          ))}
        </SelectField>
        <TextField
          {...form.field('moveDays')}
          label="Days before a trip a date can still move"
          help={unless('moveDays')}
          inputMode="numeric"
        />
        {/* Only a floated legend lies in the grid, where the labels of the fields beside it do. */}
        <fieldset className="field min-[44rem]:col-span-3">
          <legend className="lab float-left">How it can be paid</legend>
          <div className="flex flex-wrap gap-x-6">
            {BALANCE_WAYS.map(({ fact, name }) => (
              <CheckField key={fact} {...form.field(fact)} label={name} />
            ))}
          </div>
        </fieldset>
      </Facts>
      <Facts id="guide" title="Your guide">
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
      </Facts>
      <Facts id="questions" title="What newcomers ask">
        <TextArea {...form.field('fishingLicense')} label="Do I need a fishing license?" rows={3} />
        <TextArea {...form.field('fish')} label="Which fish will we catch?" rows={3} />
        <TextArea {...form.field('keepFish')} label="Do we keep the fish?" rows={3} />
        <TextArea {...form.field('children')} label="How young can kids be?" rows={3} />
        <TextArea {...form.field('weather')} label="What if the weather is bad?" rows={3} />
        <TextArea {...form.field('bathroom')} label="Is there a bathroom?" rows={3} />
        <TextArea {...form.field('tipping')} label="Do we tip the guide?" rows={3} />
      </Facts>
      <Facts id="gifts" title="Gifts">
        <TextField
          {...form.field('giftsFrom')}
          label="Show on the front page from"
          help="Month and day, for example 11/15. Not shown if left blank."
          autoComplete="off"
        />
        <TextField
          {...form.field('giftsThrough')}
          label="Through"
          help="For example, 12/24. All year is 1/1 to 12/31."
          autoComplete="off"
        />
        <CheckField {...form.field('giftsStopped')} label="Stop selling gifts on the site" />
      </Facts>
      <LeaveGuard isChanged={isChanged} />
      <SaveBar
        note={isChanged && 'Changes not saved'}
        onUndo={() => {
          form.empty()
          photo.forget()
        }}
        busy={form.isBusy}
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

function Facts({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Box id={id} title={title} className="scroll-mt-6">
      <div className="grid gap-4 min-[44rem]:grid-cols-3">{children}</div>
    </Box>
  )
}
