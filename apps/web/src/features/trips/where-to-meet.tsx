import { directionsTo, meetingPlace } from '@arcadia/contract/site/business-words'
import { callUs } from '@arcadia/contract/site/contact-words'
import { Copy, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { inPieces } from '../../ui/in-pieces.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'

/** The ramp, the way there, and the phone's own maps, which are elsewhere on the day itself. */
export function WhereToMeet({ isToday = false }: { isToday?: boolean }) {
  const { business, words } = useSiteData()
  const [isCopied, setCopied] = useState(false)
  const place = meetingPlace(business)
  const ways = directionsTo(business)
  const { meetingName, meetingAddress } = business
  return (
    <section>
      <h2 className="display h3">Where to meet</h2>
      <div className="meet">
        {place ? (
          <p className="wrap-anywhere">
            <b>{meetingName || meetingAddress}</b>
            {meetingName && meetingAddress && (
              <>
                <br />
                <span className="muted">{inPieces(meetingAddress)}</span>
              </>
            )}
          </p>
        ) : (
          <p>
            {isToday
              ? withPhoneLinks(`${callUs(business)} We'll tell you where we meet.`)
              : "We'll email you where we meet."}
          </p>
        )}
        {words.directions && <p className="meet__way">{words.directions}</p>}
        {ways && (
          <div className="trip__acts">
            {!isToday && (
              <>
                <LinkButton to={ways.google} variant="ink" target="_blank" icon={<MapPin aria-hidden />}>
                  <span>
                    Google Maps<span className="sr">, directions in a new tab</span>
                  </span>
                </LinkButton>
                <LinkButton to={ways.apple} target="_blank" icon={<MapPin aria-hidden />}>
                  <span>
                    Apple Maps<span className="sr">, directions in a new tab</span>
                  </span>
                </LinkButton>
              </>
            )}
            {meetingAddress && navigator.clipboard && (
              <Button
                variant="text"
                icon={<Copy aria-hidden />}
                onClick={() =>
                  void navigator.clipboard.writeText(meetingAddress).then(
                    () => setCopied(true),
                    () => {},
                  )
                }
              >
                <span role="status">{isCopied ? 'Copied' : 'Copy address'}</span>
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
