import type { PackageType } from '@arcadia/contract/configuration'
import type { CurrentHold } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import { createContext, useContext } from 'react'

/** The dialogs any screen can open, with their options. A feature adds its own beside its `Screens`. */
export interface DialogOptions {
  booking: {
    packageType?: PackageType | undefined
    /** How many anglers; one if not given. */
    numberOfGuests?: number | undefined
    /** Preselected, as if picked in the dialog; visitors are asked to sign in. */
    date?: TripDate | undefined
    /** An unavailable date: the calendar opens at the explanation. */
    lostDate?: TripDate | undefined
    /** Spots offered and held by the waitlist. */
    offer?: CurrentHold | undefined
  }
  'sign-in': {
    /** Why signing in is required. */
    message?: string | undefined
    /** The address to go to after signing in or up. */
    goOnTo?: string | undefined
    /** The date being booked, kept in sight; newcomers then need no password. */
    date?: TripDate | undefined
    /** The person has an account: ask for the password first, even with a date. */
    hasAccount?: boolean
    /** Typed already, in the dialog that this one takes the place of. */
    email?: string | undefined
  }
  'sign-up': Pick<DialogOptions['sign-in'], 'goOnTo' | 'date' | 'email'>
  enquiry: object
  account: object
}

export type DialogName = keyof DialogOptions

/** Props every dialog receives. */
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
 * Opens the site's dialogs. A dialog opened from another lies on top and returns to it on close; sign-in and sign-up
 * replace each other.
 */
export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (!dialogs) throw new Error('useDialogs must be used within DialogsProvider')
  return dialogs
}
