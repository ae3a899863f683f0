import { useEffect } from 'react'
import plate from '../../assets/plates/plate-07-skiff-in-mist.svg'
import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MOVE_LINK } from '../day-moves/move-link.ts'
import { OFFER_LINK } from '../waitlist/offer-link.ts'

const LINKS = [
  { link: OFFER_LINK, title: 'A place is free', message: 'Please log in to see the places we keep for you.' },
  { link: MOVE_LINK, title: 'Your date cannot stay', message: 'Please log in to choose another date or a refund.' },
]

/** What a link of a mail asks a visitor to sign in for; undefined when there is none. */
export const reasonToSignIn = (hash: string) => LINKS.find(({ link }) => link.test(hash))

/** Stands where the bookings would, for a visitor who comes from a mail. */
export function SignInForLink({ title, message }: { title: string; message: string }) {
  const { openSignIn } = useDialogs()
  useEffect(() => openSignIn({ message }), [openSignIn, message])
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16">
      <EmptyState title={title} text={message} plate={plate}>
        <Button variant="cta" onClick={() => openSignIn()}>
          Sign In
        </Button>
      </EmptyState>
    </main>
  )
}
