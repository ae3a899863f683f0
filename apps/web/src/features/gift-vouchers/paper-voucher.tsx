import { addresses } from '@arcadia/contract/addresses'
import { type Gift, giftInWords, tripPrices } from '@arcadia/contract/gifts'
import { formatFullDate } from '@arcadia/contract/trip-date'
import emblem from '../../assets/emblem.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { PrintedPage } from '../../ui/paper.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { keepsLines, PosterName, PosterSheet } from './poster.tsx'

type Printed = Pick<Gift, 'recipientName' | 'senderName' | 'words' | 'picture' | 'worth' | 'expiresOn'> & {
  trip?: Gift['trip']
  /** Null before it is paid for. */
  code: string | null
}

/** The field takes 500 letters: more than this many in smaller type leave the picture its room. */
const isLong = (words: string | null) => words !== null && words.length > 240

/** The poster of a gift on one page of paper: with the words, what it is, its code, and the address that takes it. */
export function PaperVoucher({ voucher }: { voucher: Printed }) {
  const { business, testMode } = useSiteData()
  const config = useBookingConfig()
  const { recipientName, senderName, words, picture, worth, trip = null, expiresOn, code } = voucher
  if (code === null) return null
  const what = giftInWords({ trip, worth })
  return (
    <PrintedPage className="paper--poster">
      <PosterSheet picture={picture} isPaper>
        <div className={classNames('poster__foot', isLong(words) && 'poster__foot--long')}>
          <div className="wrap-anywhere">
            <PosterName of={recipientName} />
            {senderName && (
              <p>
                <b>From {senderName}</b>
              </p>
            )}
            {words && (
              <p className={classNames('poster__words', keepsLines(words) && 'whitespace-pre-line')}>{words}</p>
            )}
          </div>
          <div>
            <p>
              <b>{trip ? `${what}.` : `${what} toward a morning with us.`}</b>{' '}
              {trip ? 'Guide, tackle, gourmet lunch and drinks are all paid for. ' : config && `${tripPrices(config)} `}
              Pick any open morning; {expiresOn ? `good through ${formatFullDate(expiresOn)}.` : 'this never expires.'}
            </p>
            {testMode && <p>Test mode: no money was taken.</p>}
          </div>
          <QrCode
            text={location.origin + addresses.gift.scanned.href({ code })}
            label="QR code of this gift"
            className="w-[15cqi]"
          />
        </div>
        <div className="poster__where">
          <img src={emblem} alt="" className="w-[4.4cqi] flex-none" />
          <p className="flex-1">
            <b>{business.name}</b>, Arcadia, Florida
            <br />
            Scan the square, or go to{' '}
            <b>
              {location.host}
              {addresses.gift.typed.href()}
            </b>
          </p>
          <b className="poster__code num" translate="no">
            {code}
          </b>
        </div>
      </PosterSheet>
    </PrintedPage>
  )
}
