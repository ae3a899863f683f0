import { listWaiverSignatures } from '@arcadia/contract/waivers'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { queryOf } from '../../api/query-of.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { PanelList, PanelSection } from '../../ui/side-panel.tsx'
import { WaiverPaper } from './waiver-paper.tsx'

/** Who signed for a booking, to print: a section of its side panel. Nothing where none was ever asked for. */
export function AdminBookingWaivers({ bookingId }: { bookingId: number }) {
  const query = useQuery(queryOf(listWaiverSignatures, { params: { id: bookingId } }))
  if (query.data && !query.data.url && query.data.signatures.length === 0) return null
  return (
    <PanelSection title="Waivers">
      <Loaded query={query} height="h-16">
        {({ tripDate, wanted, url, signatures }) => (
          <>
            <p className="mb-3 flex min-h-10 flex-wrap items-center gap-2">
              {Math.min(signatures.length, wanted)} of {wanted} signed
              {url && <CopyButton text={url} label="Copy the link to sign" />}
            </p>
            <PanelList rows={signatures}>
              {({ id, name, guardian, signedAt, version }) => (
                <li key={id}>
                  <span className="min-w-0 wrap-anywhere">
                    {name ?? 'Erased'}
                    {guardian && `, signed by ${guardian}`}
                    <span className="block small text-ink-2">
                      {formatMoment(signedAt)}, version {version}
                    </span>
                  </span>
                </li>
              )}
            </PanelList>
            {signatures.length > 0 && (
              <>
                <Button className="mt-3" icon={<Printer aria-hidden />} onClick={() => window.print()}>
                  Print the waivers
                </Button>
                <WaiverPaper tripDate={tripDate} waivers={signatures} />
              </>
            )}
          </>
        )}
      </Loaded>
    </PanelSection>
  )
}

/** The same on the day sheet, in a line. */
export function WaiverOnSheet({ names, wanted }: { names: readonly string[]; wanted: number }) {
  const missing = Math.max(0, wanted - names.length)
  return (
    <p className="col-span-full wrap-anywhere">
      <b className="font-[640]">
        {missing > 0 ? `Waiver: ${missing} of ${wanted} not signed.` : 'Waiver: all signed.'}
      </b>{' '}
      {names.length > 0 && `Signed: ${names.join(', ')}.`}
    </p>
  )
}
