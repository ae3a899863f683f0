import { addresses } from '@arcadia/contract/addresses'
import { isOfSeveral } from '@arcadia/contract/full-name'
import { GIFT_CANCELED } from '@arcadia/contract/gift-vouchers'
import { type Gift, giftInWords, giftMidSentence, tripPrices, whereItWent } from '@arcadia/contract/gifts'
import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { tripStarts } from '@arcadia/contract/site/business-words'
import { callUs, reachUs } from '@arcadia/contract/site/contact-words'
import { factsOf } from '@arcadia/contract/site/site-data'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { hourInWords } from '@arcadia/contract/site/wording'
import { formatFullDate, formatVenueTime } from '@arcadia/contract/trip-date'
import { Check, Printer } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useDialogs } from '../../dialogs.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { NoOpenMorning, useSoldOut } from '../availability/no-open-morning.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { keepGift } from './gift-in-hand.ts'
import { PaperVoucher } from './paper-voucher.tsx'
import { fitting, Poster } from './poster.tsx'

/** The gift as it is opened: the poster, the words, what it is worth, and the way to the calendar with its code. */
export function ReceivedGift({ gift }: { gift: Gift }) {
  const { senderName, recipientName, words, picture, status } = gift
  const ended = ENDED[status]
  const headline = ended ?? usedUp(gift)
  return (
    <main
      className={
        status === 'GOOD' ? undefined : 'dark min-h-[calc(100svh-var(--header-height)-var(--test-bar-height))] bg-bg'
      }
    >
      <title>Your gift</title>
      <section className="dark bg-bg pb-[clamp(1.25rem,4vw,4rem)] text-ink beside:pt-[clamp(1.25rem,4vw,4rem)]">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2.5rem,6vw,6.5rem)] gap-y-8 beside:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="-mx-gutter beside:mx-0 beside:w-[max(min(100%,20rem),min(100%,calc((100svh-17rem)*0.74)))]">
            <Poster {...{ recipientName, senderName, picture }} words={ended && words} />
          </div>
          <div className="@container flex flex-col">
            {senderName && <p className="text-ink-2 text-lead wrap-anywhere">A gift from {senderName}</p>}
            <h1
              className="display my-[0.1em] text-[min(clamp(3.5rem,1.5rem+8vw,9rem),calc(250cqi/var(--n,10)),max(2.75rem,calc((1.5rem+8vw)*var(--long,1))))] leading-[0.84] wrap-anywhere"
              style={headline ? undefined : { ...fitting(recipientName), ...shorter(recipientName) }}
            >
              {headline ?? <ForYou name={recipientName} />}
            </h1>
            {ended ? <WhatNow {...gift} /> : <Opened {...gift} />}
          </div>
        </div>
      </section>
      {status === 'GOOD' && (
        <>
          <HowItWorks {...gift} />
          {gift.left === gift.worth && <PaperVoucher voucher={gift} />}
        </>
      )}
    </main>
  )
}

/** A name of many words gets smaller type, so that what it is for stays in the first screen. */
const shorter = ({ length }: string) =>
  ({ '--long': Math.min(1, Math.max(0.5, 18 / Math.max(length, 1))) }) as CSSProperties

const WAYS = 'flex flex-wrap gap-3 max-tablet:*:basis-full'

/** The headline of a gift that can't be used anymore. */
const ENDED: Partial<Record<Gift['status'], string>> = {
  EXPIRED: 'This gift has expired',
  VOID: GIFT_CANCELED,
}

/** The headline of one with nothing left, or nothing for now. */
function usedUp({ status, setAside, uses }: Gift): string | undefined {
  if (status !== 'USED') return undefined
  if (setAside) return 'Your gift is set aside'
  return uses.some(({ isCanceled }) => isCanceled) ? "Your gift's trip was canceled" : 'Your gift is used up'
}

/** On two lines; only who listens needs the comma, which would touch the name. */
const ForYou = ({ name }: { name: string }) => (
  <>
    For you
    {name && (
      <>
        <span className="sr-only">,</span> <span className="block">{name}</span>
      </>
    )}
  </>
)

function WhatNow(gift: Gift) {
  const { business } = useSiteData()
  if (gift.status === 'EXPIRED') return <Expired {...gift} />
  return <p className="mt-2 mb-6 max-w-[36ch] text-lead">{withPhoneLinks(callUs(business))}</p>
}

function Expired(gift: Gift) {
  const { worth, left, expiresOn } = gift
  const { business } = useSiteData()
  return (
    <>
      <p className="mt-2 max-w-[36ch] text-lead">
        {withPhoneLinks(`It can't pay for a trip anymore. ${callUs(business)} We'll work something out.`)}
      </p>
      <dl className="my-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-10 border-ink border-t-2">
        <Fact name="What was on it">
          {left === worth ? giftInWords(gift) : `${formatCents(left)} of ${giftMidSentence(gift)}`}
        </Fact>
        {expiresOn && <Fact name="Last day">{formatFullDate(expiresOn)}</Fact>}
      </dl>
      <div className={WAYS}>
        <BuyGift>Buy a new gift</BuyGift>
      </div>
    </>
  )
}

/** The words, what it is, and the way on. */
function Opened(gift: Gift) {
  const { words, code, status } = gift
  const isGood = status === 'GOOD'
  return (
    <>
      {words && (
        <blockquote className="mt-2 max-w-[36ch] whitespace-pre-line text-lead wrap-anywhere">{words}</blockquote>
      )}
      {/* On a phone the way on stands before the facts, in the first screen; not before what became of it. */}
      <div
        className={classNames(
          'mt-auto flex flex-col gap-6 pt-8 max-tablet:pt-5',
          isGood && 'max-tablet:flex-col-reverse',
        )}
      >
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-10 border-ink border-t-2">
          <Worth {...gift} />
          {(isGood || gift.setAside) && (
            <Fact name="Gift code" className="col-span-full">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="num font-body font-display text-[2rem]/none tracking-[0.03em]" translate="no">
                  {code}
                </span>
                <CopyButton text={code} label="Copy the code" />
              </span>
            </Fact>
          )}
        </dl>
        <Ways {...gift} />
      </div>
    </>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('border-line border-b py-3', className)}>
      <dt className="text-ink-2 text-ui">{name}</dt>
      <dd className="text-pretty font-strong text-[1.1875rem] leading-snug">{children}</dd>
    </div>
  )
}

/** What it is, or what it paid for. */
function Worth(gift: Gift) {
  const { trip, worth, left, uses, status, setAside, expiresOn } = gift
  const config = useBookingConfig()
  const isWhole = left === worth
  const went = whereItWent(gift, 'your')
  const isTripCanceled = uses.some(({ isCanceled }) => isCanceled)
  const whatBack = isTripCanceled ? ' See your trip for what you can get back.' : ''
  const aside = setAside && <SetAside {...setAside} isAll={left === 0} />
  if (status === 'USED')
    return (
      <>
        {went && (
          <Fact name={setAside ? 'Used so far' : 'Your gift'}>
            {went}
            {whatBack}
          </Fact>
        )}
        {aside}
      </>
    )
  return (
    <>
      <Fact name="Your gift">
        {!isWhole ? (
          `${formatCents(left)} left of ${giftMidSentence(gift)}`
        ) : trip ? (
          giftInWords(gift)
        ) : (
          <>
            <span className="num my-2 block font-body font-display text-price leading-[0.86]">
              {formatCents(worth)}
            </span>{' '}
            toward a morning with us
          </>
        )}
      </Fact>
      {went && (
        <Fact name="Used so far">
          {went} {isTripCanceled ? whatBack.trim() : "What's left stays on it."}
        </Fact>
      )}
      {aside}
      {trip && isWhole ? (
        <Fact name="What's left to pay">Nothing. The whole trip is covered.</Fact>
      ) : (
        config && (
          <Fact name="Trip prices" className={went && 'col-span-full'}>
            {tripPrices(config)} We'll take it off your total.
          </Fact>
        )
      )}
      {expiresOn && <Fact name="Good through">{formatFullDate(expiresOn)}</Fact>}
    </>
  )
}

/** What a booking that is being made has of it; who makes it here is offered to continue on every page. */
function SetAside({ amount, until, isAll }: NonNullable<Gift['setAside']> & { isAll: boolean }) {
  const { business } = useSiteData()
  const what = isAll ? 'For a booking being made' : `${formatCents(amount)} for a booking being made`
  const end = until && (
    <>
      , until <span className="whitespace-nowrap">{formatVenueTime(until)}</span>
    </>
  )
  const back = isAll ? 'your gift is good again' : "it's back on your gift"
  const question = reachUs('Not your booking?', business)
  return (
    <Fact name="Set aside" className="col-span-full">
      {what}
      {end}. If the booking isn't finished, {back}. {question && withPhoneLinks(question)}
    </Fact>
  )
}

function Ways(gift: Gift) {
  const { status, code, trip, left, worth, setAside, uses } = gift
  const { openBooking, openSignIn } = useDialogs()
  const isWhole = left === worth
  const newcomer = useDraft('newcomer', { firstName: '', lastName: '', email: '' })
  const { user } = useSession()
  const isSoldOut = useSoldOut() !== undefined
  if (status === 'USED' && setAside)
    return (
      user === null && (
        <div className={WAYS}>
          <Button variant="cta" size="lg" onClick={() => openSignIn()}>
            Sign in to continue booking
          </Button>
        </div>
      )
    )
  if (status === 'USED') return <OwnTrip {...gift} />
  if (status !== 'GOOD') return null
  function pickMorning() {
    keepGift({ code, says: isWhole ? giftInWords(gift) : `${formatCents(left)} left`, trip })
    const { firstName, lastName, email } = newcomer.draft
    // A newcomer needs to type less; what they typed before stays.
    if (!firstName && !lastName && !email) newcomer.change(whoIsGiven(gift))
    openBooking()
  }
  const canceled = uses.findLast(({ isCanceled }) => isCanceled)
  return (
    <div className={WAYS}>
      {isSoldOut && (
        <div className="w-full">
          <p className="max-w-[36ch]">
            <NoOpenMorning />
          </p>
        </div>
      )}
      <Button variant={isSoldOut ? 'line' : 'cta'} size="lg" onClick={pickMorning}>
        {isSoldOut ? 'See the calendar' : 'Pick your morning'}
      </Button>
      {canceled && (
        <LinkButton to={addresses.trip.own.href({ id: canceled.bookingId })} size="lg">
          View your trip
        </LinkButton>
      )}
      {isWhole && (
        <Button size="lg" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print the poster
        </Button>
      )}
    </div>
  )
}

/** As far as the gift knows: a name of several people is nobody's. */
function whoIsGiven({ recipientName, recipientEmail }: Gift) {
  const email = recipientEmail ?? ''
  if (isOfSeveral(recipientName)) return { email }
  const [firstName = '', ...rest] = recipientName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' '), email }
}

/** The way to the trip that it paid for last, whose page asks its guest to sign in, and to give one. */
function OwnTrip({ uses }: Gift) {
  const last = uses.at(-1)
  return (
    last && (
      <div className={WAYS}>
        <LinkButton to={addresses.trip.own.href({ id: last.bookingId })} variant="cta" size="lg">
          View your trip
        </LinkButton>
        <BuyGift>Give a morning</BuyGift>
      </div>
    )
  )
}

/** Only while gifts are sold. */
function BuyGift({ children }: { children: ReactNode }) {
  const { business } = useSiteData()
  if (business.giftsStopped) return null
  return (
    <LinkButton to={addresses.giftVouchers.href()} size="lg">
      {children}
    </LinkButton>
  )
}

function HowItWorks({ trip: given, worth, left, expiresOn }: Gift) {
  // Used in part, what is left of it is dollars.
  const trip = left === worth ? given : null
  const { business } = useSiteData()
  const config = useBookingConfig()
  const today = useVenueToday()
  const isSoldOut = useSoldOut() !== undefined
  const hasRoom = config && trip && trip.numberOfGuests < config.maxCapacity
  const facts = config && factsOf(config, today)
  const starts = hourInWords(tripStarts(business))
  const questions = reachUs('Questions?', business)
  return (
    <section
      className="wrap grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-[clamp(2rem,4vw,4.5rem)] gap-y-9 py-[clamp(2.5rem,4.5vw,4.5rem)]"
      aria-label="About this gift"
    >
      <List
        title={trip ? 'What you get' : 'On every trip'}
        isChecked
        items={[
          'Professional guide service',
          'Premium fishing equipment, conventional or fly',
          'Gourmet lunch and refreshments',
          trip && `Fish up to ${PACKAGES[trip.packageType].upTo}`,
        ]}
      />
      <List
        title="How it works"
        items={[
          `${isSoldOut ? 'Once a morning opens, pick it' : 'Pick an open morning'}. The code is already in.`,
          facts && `${facts['open-days-in-full']}, ${facts.season}. ${unbroken(`We start at ${starts}.`)}`,
          trip
            ? hasRoom && 'Bringing friends? Add them; you pay only for them.'
            : "What you don't use stays on your gift.",
        ]}
      />
      <List
        title="Good to know"
        items={[
          expiresOn ? `It's good through ${formatFullDate(expiresOn)}.` : 'It never expires.',
          'Anyone with the code can use it, so keep it like cash.',
          questions && <span key="questions">{withPhoneLinks(questions)}</span>,
        ]}
      />
    </section>
  )
}

/** Items that are not known yet are left out. */
function List(props: { title: string; items: readonly ReactNode[]; isChecked?: boolean }) {
  const { title, items, isChecked = false } = props
  return (
    <div>
      <h2 className="display h3 border-ink border-b-2 pb-3">{title}</h2>
      <ul>
        {items.filter(Boolean).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items keep their order
          <li key={index} className="flex gap-3 border-line border-b py-3 leading-snug">
            {isChecked && <Check className="icon mt-0.5 flex-none text-ok" aria-hidden />}
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
