import { addresses } from '@arcadia/contract/addresses'
import { callUs } from '@arcadia/contract/site/business-words'
import { formatFullDate, formatLongDate } from '@arcadia/contract/trip-date'
import { errors, openWaiver, type SignedWaiver } from '@arcadia/contract/waivers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call, wordsOf } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { type Opened, SignForm } from './sign-form.tsx'
import { Signature, WaiverPaper } from './waiver-paper.tsx'

/** Where each person of a group signs, from the booking's link (docs/rules.md §16). */
export function WaiverPage() {
  // Stays in the address: a phone may reload the page, and the link works for others too.
  const token = readToken(useLocation().hash)
  const id = useLinkId(addresses.waiver)
  const { business } = useSiteData()
  return (
    <PlatePage title="Sign the waiver" isWide>
      {token ? (
        <Waiver key={token} token={token} />
      ) : id ? (
        <FreshLink id={id} to="whoever booked the trip, who can pass it on to you" />
      ) : (
        <Unusable message={`${errors['waiver-link-invalid'].message} ${callUs(business)}`} />
      )}
    </PlatePage>
  )
}

function Waiver({ token }: { token: string }) {
  const client = useQueryClient()
  // Never refetched: people sign the text they read.
  const query = {
    queryKey: ['waiver', token],
    queryFn: () => call(openWaiver, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const { data, error, refetch } = useQuery(query)
  const [signed, setSigned] = useState<SignedWaiver>()
  const [isAnother, setAnother] = useState(false)
  function signAnother() {
    setAnother(true)
    setSigned(undefined)
  }
  if (error && !data) {
    const isInvalid = error instanceof ApiError && error.code === 'waiver-link-invalid'
    return <Unusable message={wordsOf(error)} {...(!isInvalid && { onRetry: () => void refetch() })} />
  }
  if (!data)
    return (
      <div className="grid place-items-center p-10">
        <Spinner label="Loading the waiver" />
      </div>
    )
  if (signed) return <Signed waiver={signed} opened={data} onAnother={signAnother} />
  return (
    <SignForm
      token={token}
      opened={data}
      isAnother={isAnother}
      onChanged={() => refetch()}
      onSigned={({ signed: count, wanted, ...waiver }) => {
        client.setQueryData(query.queryKey, { ...data, signed: count, wanted })
        setSigned(waiver)
      }}
    />
  )
}

function Unusable({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button variant="cta" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <DialogEnd way={retry ?? backToHome}>
      <Banner>{message}</Banner>
    </DialogEnd>
  )
}

interface SignedProps {
  waiver: SignedWaiver
  opened: Opened
  onAnother: () => void
}

function Signed({ waiver, opened: { tripDate, signed, wanted }, onAnother }: SignedProps) {
  const { name, bornOn, guardian, signature, signedAt } = waiver
  // The focus was on a button at the end of the longer form.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <FormAnswer>
          {signature ? `Thank you. The waiver for ${name} is signed.` : `${name} has already signed.`}
        </FormAnswer>
        <Signature waiver={waiver} />
        <SummaryList
          rows={[
            { label: 'Name', value: name },
            { label: 'Date of birth', value: formatLongDate(bornOn) },
            guardian !== null && { label: 'Parent or guardian', value: guardian },
            { label: 'Trip', value: formatFullDate(tripDate) },
            { label: 'Signed', value: formatMoment(signedAt) },
          ]}
        />
        <p>
          {signed < wanted
            ? `${signed} of ${wanted} in your group have signed. The others can use the same link.`
            : wanted === 1
              ? 'See you on the water.'
              : 'Everyone in your group has signed. See you on the water.'}
        </p>
      </DialogBody>
      <DialogFoot isStacked>
        {signature && (
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print or save
          </Button>
        )}
        <Button variant={signed < wanted ? 'cta' : 'line'} onClick={onAnother}>
          Sign for another person
        </Button>
      </DialogFoot>
      {signature && <WaiverPaper tripDate={tripDate} waivers={[waiver]} />}
    </>
  )
}
