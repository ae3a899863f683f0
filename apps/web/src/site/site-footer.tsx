import { addresses } from '@arcadia/contract/addresses'
import { copyright } from '@arcadia/contract/site/wording'
import { Link, useLocation } from 'react-router'
import { useHydrated } from '../prerender/hydration.ts'
import { useSiteData } from '../prerender/site-data.ts'
import { PhoneLink } from './business-links.tsx'
import { BusinessText } from './business-words.tsx'
import { Contact } from './landing/contact.tsx'
import { PAGE_LINKS } from './page-links.ts'
import { ServerText } from './server-text.tsx'

/** Where analytics is set up, the choice is loaded with it, and not with every page. */
const askAgain = () => void import('../analytics/consent.ts').then((consent) => consent.askAgain())

/** The footer of every customer page; on the landing page it starts with our contact details. */
export function SiteFooter() {
  const { pathname } = useLocation()
  const { business, collectsAnalytics, today } = useSiteData()
  return (
    <footer className="foot dark">
      {pathname === '/' && <Contact />}
      <div className="foot__line">
        <div className="wrap">
          <p>
            <ServerText name="copyright">{copyright(today)}</ServerText>{' '}
            <ServerText name="business-name">{business.name}</ServerText>. All rights reserved.{' '}
            <BusinessText name="license" />
          </p>
          <p className="on-paper">
            {pathname !== '/' && <PhoneLink />} {useHydrated() && location.host}
          </p>
          <nav aria-label="Legal">
            {PAGE_LINKS.map(({ path, link }) => (
              <Link key={path} to={path}>
                {link}
              </Link>
            ))}
            <Link to={addresses.privacy.href()}>Privacy Policy</Link>
            <Link to={addresses.terms.href()}>Terms</Link>
            <Link reloadDocument to={addresses.staffSignIn.href()}>
              Owner sign-in
            </Link>
            {collectsAnalytics && (
              <button type="button" onClick={askAgain}>
                Privacy choices
              </button>
            )}
          </nav>
        </div>
      </div>
    </footer>
  )
}
