import { getBookingWaiver } from '@arcadia/contract/waivers'
import { useQuery } from '@tanstack/react-query'
import { Copy, PenLine, Share2 } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'

/** Who has signed, and the link for the others: a section of the booking's details. Hidden if no waiver is required. */
export function BookingWaiver({ bookingId }: { bookingId: number }) {
  const query = useQuery(queryOf(getBookingWaiver, { params: { id: bookingId } }))
  if (query.data && !query.data.waiver) return null
  return (
    <Section title="Waiver">
      <Loaded query={query} height="h-16" isQuiet>
        {({ waiver }) => waiver && <GroupWaiver waiver={waiver} />}
      </Loaded>
    </Section>
  )
}

function GroupWaiver({ waiver: { url, wanted, names } }: { waiver: { url: string; wanted: number; names: string[] } }) {
  const isDone = names.length >= wanted
  return (
    <>
      <p className="wrap-anywhere">
        {isDone ? 'Everyone has signed' : `${names.length} of ${wanted} signed`}
        {names.length > 0 && `: ${names.join(', ')}`}.
      </p>
      {!isDone && (
        <p className="text-ui text-ink-2">
          {wanted === 1
            ? 'Please sign before the trip. Any phone works.'
            : 'Everyone in your group needs to sign before the trip. Any phone works. Sign yours, then send the link to the others.'}
        </p>
      )}
      <div className="acts-row items-center">
        <LinkButton to={url} target="_blank" icon={<PenLine aria-hidden />}>
          <span>
            Sign the waiver<span className="sr">, in a new tab</span>
          </span>
        </LinkButton>
        <ShareLink url={url} />
      </div>
    </>
  )
}

/** Opens the phone's share sheet or copies the link; hidden where the browser allows neither (plain http). */
function ShareLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  const shares = 'share' in navigator
  if (!shares && !navigator.clipboard) return null
  const share = () =>
    shares
      ? navigator.share({ title: 'Sign the waiver for our fishing trip', url })
      : navigator.clipboard.writeText(url).then(() => setCopied(true))
  return (
    <>
      <Button
        icon={shares ? <Share2 aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void share().catch(() => {})}
      >
        {shares ? 'Share the link' : 'Copy the link'}
      </Button>
      <span role="status" className="text-small text-ink-2">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
