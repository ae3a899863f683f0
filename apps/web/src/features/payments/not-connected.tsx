import { errors } from '@arcadia/contract/payments'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'

/** That no card can be charged now, with a way to reach us (docs/rules.md §3.22). */
export function NotConnected() {
  const { business } = useSiteData()
  return (
    <Banner tone="warn">
      {errors['payments-not-connected'].message} {reachUs("Don't want to wait?", business)}
    </Banner>
  )
}
