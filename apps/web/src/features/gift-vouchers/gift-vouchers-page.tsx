import { errors } from '@arcadia/contract/gift-vouchers'
import { reachUs } from '@arcadia/contract/site/business-words'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { MyVouchers } from './bought-vouchers.tsx'
import { GiftForm } from './gift-form.tsx'
import { GIFT_TITLES, GiftScreen } from './gift-screen.tsx'

/** Sells gift vouchers, and lists those already bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  const { business } = useSiteData()
  return business.giftsStopped ? <NotSold /> : <GiftForm key={session?.user.id} />
}

function NotSold() {
  const { user } = useSession()
  const { business } = useSiteData()
  const said = [
    errors['gifts-not-sold'].message,
    'Every gift that was bought stays good.',
    reachUs('Questions?', business),
  ]
  return (
    <GiftScreen
      {...GIFT_TITLES}
      lead={withPhoneLinks(said.filter(Boolean).join(' '))}
      poster={{ recipientName: 'you', senderName: '', picture: 'cypress' }}
    >
      {user && <MyVouchers />}
    </GiftScreen>
  )
}
