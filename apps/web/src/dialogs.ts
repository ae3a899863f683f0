import type { PackageType } from '@arcadia/contract/configuration'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import { createContext, useContext } from 'react'

/** The dialogs any screen can open, and what each is opened with. A feature adds its own beside its `Screens`. */
export interface DialogOptions {
  booking: {
    packageType?: PackageType | undefined
    /** Picked already, as if in the dialog: a visitor is asked to sign in. */
    date?: TripDate | undefined
    /** A date that cannot be had: the calendar opens at its explanation. */
    lostDate?: TripDate | undefined
    /** Spots that the waitlist offers and holds. */
    offer?: CurrentHold | undefined
  }
  'sign-in': {
    /** Why signing in is asked for. */
    message?: string | undefined
    /** The address to go on to, once signed in or signed up. */
    goOnTo?: string | undefined
    /** What waits for it, and stays in sight: a newcomer needs no password then. */
    date?: TripDate | undefined
    /** Who said so is asked for the password first, date or not. */
    hasAccount?: boolean
  }
  'sign-up': Pick<DialogOptions['sign-in'], 'goOnTo' | 'date'>
  enquiry: object
  account: object
}

export type DialogName = keyof DialogOptions

/** What every dialog component receives. */
export type DialogProps<Name extends DialogName> = DialogOptions[Name] & { onClose: () => void }

export interface Dialogs {
  openBooking: (options?: DialogOptions['booking']) => void
  openSignIn: (options?: DialogOptions['sign-in']) => void
  openSignUp: (options?: DialogOptions['sign-up']) => void
  openEnquiry: () => void
  openAccount: () => void
}

export const DialogsContext = createContext<Dialogs | null>(null)

/**
 * Opens the site's dialogs. One opened from inside another lies on top of it and gives it back when it closes; sign-in
 * and sign-up take each other's place.
 */
export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (!dialogs) throw new Error('useDialogs must be used within DialogsProvider')
  return dialogs
}
