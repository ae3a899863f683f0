import { formatFullDate, formatLongDate } from '@arcadia/contract/trip-date'
import { openWaiver, type SignedWaiver } from '@arcadia/contract/waivers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { readToken } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { type Opened, SignForm } from './sign-form.tsx'
import { rememberSigned, signedHere } from './signed-here.ts'
import { Signature, WaiverPaper } from './waiver-paper.tsx'

interface SignDialogProps {
  /** The group's link. */
  url: string
  onClose: () => void
}

/** Where each person of a group signs, by its link (docs/rules.md §16). */
export function SignDialog({ url, onClose }: SignDialogProps) {
  const token = readToken(new URL(url).hash)
  if (!token) return null
  return (
    <Dialog title="Sign the waiver" width={34} isTall closesOutside={false} onClose={onClose}>
      <Waiver {...{ url, token, onClose }} />
    </Dialog>
  )
}

function Waiver({ url, token, onClose }: SignDialogProps & { token: string }) {
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
    return <Unusable message={error.message} onClose={onClose} {...(!isInvalid && { onRetry: () => void refetch() })} />
  }
  if (!data)
    return (
      <div className="grid place-items-center p-10">
        <Spinner label="Loading the waiver" />
      </div>
    )
  if (signed) return <Signed waiver={signed} opened={data} onAnother={signAnother} onClose={onClose} />
  return (
    <SignForm
      token={token}
      opened={data}
      isAnother={isAnother}
      hasSigned={isAnother || signedHere(url).length > 0}
      onChanged={() => refetch()}
      onSigned={({ signed: count, wanted, ...waiver }) => {
        client.setQueryData(query.queryKey, { ...data, signed: count, wanted })
        // Whatever else counts signatures.
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== query.queryKey[0] })
        rememberSigned(token, waiver.name)
        setSigned(waiver)
      }}
    />
  )
}

function Unusable({ message, onRetry, onClose }: { message: string; onRetry?: () => void; onClose: () => void }) {
  return (
    <DialogEnd
      way={
        <Button variant="cta" onClick={onRetry ?? onClose}>
          {onRetry ? 'Try again' : 'Close'}
        </Button>
      }
    >
      <Banner>{message}</Banner>
    </DialogEnd>
  )
}

interface SignedProps {
  waiver: SignedWaiver
  opened: Opened
  onAnother: () => void
  onClose: () => void
}

function Signed({ waiver, opened: { tripDate, signed, wanted }, onAnother, onClose }: SignedProps) {
  const { name, bornOn, guardian, signature, signedAt } = waiver
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
        {signature && (
          <Button
            variant="text"
            className="justify-self-start"
            icon={<Printer aria-hidden />}
            onClick={() => window.print()}
          >
            Print or save
          </Button>
        )}
      </DialogBody>
      <DialogFoot isStacked>
        <Button onClick={onAnother}>Sign for another person</Button>
        <Button variant="cta" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
      {signature && <WaiverPaper tripDate={tripDate} waivers={[waiver]} />}
    </>
  )
}
