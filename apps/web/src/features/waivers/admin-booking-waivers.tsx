import { texts } from '@arcadia/contract/admin/texts'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { countWaiverSignature, listWaiverSignatures } from '@arcadia/contract/waivers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine, Printer } from 'lucide-react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { FoldedSection, PanelList } from '../../ui/side-panel.tsx'
import { isExpected } from '../bookings/trip-outcome.tsx'
import { WaiverPaper } from './waiver-paper.tsx'

/** Signed waivers of a booking, to print: a section of its side panel. Hidden if none was ever required. */
export function AdminBookingWaivers({ booking }: { booking: AdminBooking }) {
  const signaturesQuery = queryOf(listWaiverSignatures, { params: { id: booking.id } })
  const query = useQuery(signaturesQuery)
  const client = useQueryClient()
  const count = useMutation({
    mutationFn: ({ id, isOfGroup }: { id: number; isOfGroup: boolean }) =>
      call(countWaiverSignature, { params: { id }, body: { isOfGroup } }),
    onSuccess: (answer) => client.setQueryData(signaturesQuery.queryKey, answer),
  })
  return (
    <Loaded query={query} height="h-13">
      {({ tripDate, wanted, url, signatures }) => {
        if (!url && signatures.length === 0) return null
        const counted = signatures.filter(({ isOfGroup }) => isOfGroup)
        const isAsked = isExpected(booking)
        const missing = isAsked ? wanted - Math.min(counted.length, wanted) : 0
        return (
          <FoldedSection
            title="Waivers"
            aside={missing > 0 ? <b>{missing} missing</b> : isAsked ? 'All signed' : `${counted.length} signed`}
          >
            <p className="mb-3 flex min-h-10 flex-wrap items-center gap-2">
              {isAsked ? `${wanted - missing} of ${wanted} signed` : `${counted.length} signed`}
              {url && isAsked && <CopyButton text={url} label="Copy the link to sign" />}
              {url && missing > 0 && <TextToSign booking={booking} url={url} />}
              {url && missing > 0 && <SignHere url={url} />}
            </p>
            <PanelList rows={signatures}>
              {({ id, name, guardian, signedAt, version, isOfGroup }) => (
                <li key={id}>
                  <span className="min-w-0 wrap-anywhere">
                    {name ?? 'Erased'}
                    {guardian && `, signed by ${guardian}`}
                    <span className="block small text-ink-2">
                      {formatPortalMoment(signedAt)}, version {version}
                    </span>
                    {!isOfGroup && <span className="block small">Not in this group, so it isn't counted.</span>}
                  </span>
                  <Button
                    variant="text"
                    className="ml-auto flex-none"
                    busy={count.isPending}
                    onClick={() => count.mutate({ id, isOfGroup: !isOfGroup })}
                  >
                    {isOfGroup ? 'Not in this group' : 'Count it again'}
                    <span className="sr">: {name ?? 'Erased'}</span>
                  </Button>
                </li>
              )}
            </PanelList>
            <FormError>{count.error}</FormError>
            {counted.length > 0 && (
              <>
                <Button className="mt-3" icon={<Printer aria-hidden />} onClick={() => window.print()}>
                  Print the waivers
                </Button>
                <WaiverPaper tripDate={tripDate} waivers={counted} />
              </>
            )}
          </FoldedSection>
        )
      }}
    </Loaded>
  )
}

interface WaiverOnSheetProps {
  names: readonly string[]
  wanted: number
  url: string
  /** The group comes, or came. */
  isAsked: boolean
}

/** The same on one line of the day sheet, with where to sign. */
export function WaiverOnSheet({ names, wanted, url, isAsked }: WaiverOnSheetProps) {
  if (!isAsked)
    return names.length > 0 && <p className="col-span-full wrap-anywhere">Waiver signed: {names.join(', ')}.</p>
  const missing = Math.max(0, wanted - names.length)
  return (
    <div className="col-span-full wrap-anywhere">
      <b className="font-[640]">
        {missing > 0
          ? `Waiver: ${missing} of ${wanted} not signed.`
          : names.length > wanted
            ? `Waiver: ${names.length} signatures for ${wanted}, so check the names.`
            : 'Waiver: all signed.'}
      </b>{' '}
      {names.length > 0 && `Signed: ${names.join(', ')}.`}
      {missing > 0 && <SignHere url={url} />}
    </div>
  )
}

function TextToSign({ booking, url }: { booking: AdminBooking; url: string }) {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  const { phone, selectedDate: date, firstName } = booking
  const text = textAddress(phone, texts.waiver({ from, to: booking, date, today, link: url }))
  return text && <LinkButton to={text}>Text it to {firstName}</LinkButton>
}

/** For a guest who stands beside you: on this phone, or by a scan on theirs. */
function SignHere({ url }: { url: string }) {
  return (
    <div className="mt-2 grid w-full gap-2 print:hidden">
      <LinkButton to={url} target="_blank" className="justify-self-start" icon={<PenLine aria-hidden />}>
        Sign here
      </LinkButton>
      <details>
        <summary>QR code to sign</summary>
        <div className="mt-2">
          <QrCode text={url} label="QR code of the page to sign" />
        </div>
      </details>
    </div>
  )
}
