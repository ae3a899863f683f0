import { addresses } from '@arcadia/contract/addresses'
import type { Trip } from '@arcadia/contract/trips'
import { LinkButton } from '../../ui/button.tsx'

/** Where a link is not enough: the same page, signed in (docs/rules.md §2.26). */
export function SignInForMore({ trip: { own }, children }: { trip: Trip; children: string }) {
  return own && <LinkButton to={addresses.trip.own.href(own)}>{children}</LinkButton>
}
