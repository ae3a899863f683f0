import type { Output } from '@arcadia/contract/endpoint'
import { getBookingWaiver, leaveOutSignature } from '@arcadia/contract/waivers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { ShareLink } from './share-link.tsx'
import { SignDialog } from './sign-dialog.tsx'

export type SignedWaiver = NonNullable<Output<typeof getBookingWaiver>['waiver']>

export const waiverOf = (bookingId: number) => queryOf(getBookingWaiver, { params: { id: bookingId } })

/** Who has signed, and the link for the others: a section of the booking's details. Hidden if no waiver is required. */
export function BookingWaiver({ bookingId }: { bookingId: number }) {
  const query = useQuery(waiverOf(bookingId))
  if (query.data && !query.data.waiver) return null
  return (
    <Section title="Waiver">
      <Loaded query={query} height="h-16" isQuiet>
        {({ waiver }) => waiver && <GroupWaiver bookingId={bookingId} waiver={waiver} />}
      </Loaded>
    </Section>
  )
}

function GroupWaiver({ bookingId, waiver: { url, wanted, signatures } }: { bookingId: number; waiver: SignedWaiver }) {
  const [isSigning, setSigning] = useState(false)
  const count = signatures.length
  const isDone = count >= wanted
  return (
    <>
      <p className="wrap-anywhere">
        {count > wanted
          ? `${count} people have signed, and your group is ${wanted}`
          : isDone
            ? 'Everyone has signed'
            : `${count} of ${wanted} signed`}
        {count > 0 && `: ${signatures.map(({ name }) => name).join(', ')}`}.
      </p>
      {!isDone && (
        <p className="text-ui text-ink-2">
          {wanted === 1
            ? 'Please sign before the trip. Any phone works.'
            : 'Everyone in your group needs to sign before the trip. Any phone works. Sign yours, then send the link to the others.'}
        </p>
      )}
      <div className="acts-row items-center">
        <Button icon={<PenLine aria-hidden />} onClick={() => setSigning(true)}>
          Sign the waiver
        </Button>
        <ShareLink url={url} title="Sign the waiver for our fishing trip" share="Share the link" copy="Copy the link" />
      </div>
      {count > 0 && <TakeOut bookingId={bookingId} signatures={signatures} />}
      {isSigning && <SignDialog url={url} onClose={() => setSigning(false)} />}
    </>
  )
}

interface TakeOutProps {
  bookingId: number
  signatures: SignedWaiver['signatures']
}

/** For the guest, to say who isn't coming. */
export function TakeOut(of: TakeOutProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="text" className="justify-self-start" onClick={() => setOpen(true)}>
        Take out a name
      </Button>
      {isOpen && <TakeOutDialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Anyone with the link can sign, so the guest says who isn't coming. */
function TakeOutDialog({ bookingId, signatures, onClose }: TakeOutProps & { onClose: () => void }) {
  const client = useQueryClient()
  const takeOut = useMutation({
    mutationFn: (signatureId: number) => call(leaveOutSignature, { params: { id: bookingId, signatureId } }),
    onSuccess: (answer) => client.setQueryData(waiverOf(bookingId).queryKey, answer),
  })
  return (
    <Dialog title="Who isn't coming?" onClose={onClose}>
      <DialogBody className="grid content-start gap-4">
        <p>
          We keep a signature you take out, but it won't count. If you take out the wrong one, that person can sign
          again with the same link.
        </p>
        {signatures.length === 0 && <p className="muted">Nobody has signed.</p>}
        <ul className="grid gap-2">
          {signatures.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button
                className="flex-none"
                busy={takeOut.isPending && takeOut.variables === id}
                onClick={() => takeOut.mutate(id)}
              >
                Take out<span className="sr"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
        <FormError>{takeOut.error}</FormError>
      </DialogBody>
    </Dialog>
  )
}
