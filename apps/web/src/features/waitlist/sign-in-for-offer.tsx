import { useEffect } from 'react'
import plate from '../../assets/plates/plate-07-skiff-in-mist.svg'
import { useDialogs } from '../../dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const SIGN_IN_MESSAGE = 'Please log in to see the places we keep for you.'

/** Stands where the bookings would, for a visitor who comes from the mail of an offer. */
export function SignInForOffer() {
  const { openSignIn } = useDialogs()
  useEffect(() => openSignIn({ message: SIGN_IN_MESSAGE }), [openSignIn])
  return (
    <main className="wrap pt-12 pb-section tablet:pt-16">
      <EmptyState title="A place is free" text={SIGN_IN_MESSAGE} plate={plate}>
        <Button variant="cta" onClick={() => openSignIn()}>
          Sign In
        </Button>
      </EmptyState>
    </main>
  )
}
