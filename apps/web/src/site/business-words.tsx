import type { BusinessWords } from '@arcadia/contract/site/business-words'
import { useSiteData } from '../prerender/site-data.ts'
import { ServerText } from './server-text.tsx'

/** A text about the business, set by the owner; empty until set. */
export function BusinessText({ name }: { name: keyof BusinessWords }) {
  const { words } = useSiteData()
  return <ServerText name={name}>{words[name] ?? ''}</ServerText>
}

/** When the balance is due; where the owner says nothing of it, a card pays it until the trip. */
export function BalanceRule() {
  const { balance = 'Pay the balance by card anytime before the trip.' } = useSiteData().words
  return <ServerText name="balance">{balance}</ServerText>
}

/** `2 days` */
export const MoveDays = () => <BusinessText name="move-days" />
