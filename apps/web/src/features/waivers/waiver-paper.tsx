import { formatFullDate, formatLongDate, type TripDate } from '@arcadia/contract/trip-date'
import { CONSENT, type SignedWaiver } from '@arcadia/contract/waivers'
import { formatMoment } from '../../ui/moment.ts'
import { Paper } from '../../ui/paper.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { SignaturePath } from './signature-pad.tsx'
import { WaiverWords } from './waiver-words.tsx'

export type PrintedWaiver = Omit<SignedWaiver, 'name' | 'bornOn'> & {
  name: string | null
  bornOn: TripDate | null
  address?: string | null
}

/** Signed waivers for print, one after another, each with the text it was signed under. */
export function WaiverPaper({ tripDate, waivers }: { tripDate: TripDate; waivers: readonly PrintedWaiver[] }) {
  return (
    <Paper title="Waiver">
      {waivers.map((waiver, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: print keeps its order
        <section key={index} className="grid gap-5 not-first-of-type:break-before-page">
          <WaiverWords text={waiver.text} />
          {/* Nobody's signature stands alone on a sheet. */}
          <div className="grid gap-5 break-inside-avoid">
            <p>{CONSENT}</p>
            <Signature waiver={waiver} />
            <SummaryList
              rows={[
                { label: 'Name', value: waiver.name ?? 'erased' },
                waiver.bornOn !== null && { label: 'Date of birth', value: formatLongDate(waiver.bornOn) },
                waiver.guardian !== null && { label: 'Signed by parent or guardian', value: waiver.guardian },
                { label: 'Trip', value: formatFullDate(tripDate) },
                { label: 'Signed', value: formatMoment(waiver.signedAt) },
                { label: 'Text', value: `Version ${waiver.version}` },
                waiver.address != null && { label: 'IP address', value: waiver.address },
              ]}
            />
          </div>
        </section>
      ))}
    </Paper>
  )
}

/** The drawn signature or the typed name. */
export function Signature({ waiver: { way, signature } }: { waiver: Pick<PrintedWaiver, 'way' | 'signature'> }) {
  if (!signature) return null
  return (
    <div className="break-inside-avoid">
      {way === 'DRAWN' ? (
        <SignaturePath path={signature} className="block w-64 max-w-full" />
      ) : (
        <p className="[text-size-adjust:100%] text-[min(1.6rem,8vw)]/[1.2] italic wrap-anywhere">{signature}</p>
      )}
    </div>
  )
}
