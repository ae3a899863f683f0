import { addresses } from '@arcadia/contract/addresses'
import { errors } from '@arcadia/contract/gift-vouchers'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
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
  const said = ['Every gift that was bought stays good.', reachUs('Questions?', business)]
  return (
    <GiftScreen
      title={GIFT_TITLES.title}
      headline={errors['gifts-not-sold'].message.replace(/\.$/, '')}
      lead={withPhoneLinks(said.filter(Boolean).join(' '))}
      poster={{ recipientName: 'you', senderName: '', picture: 'cypress' }}
    >
      <div>
        <LinkButton to={addresses.gift.typed.href()}>Open a gift</LinkButton>
      </div>
      {user && <MyVouchers />}
    </GiftScreen>
  )
}
