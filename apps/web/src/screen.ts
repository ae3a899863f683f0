import type { ComponentType } from 'react'
import type { CreditFieldProps } from './credit.tsx'
import type { DialogName, DialogProps } from './dialogs.ts'
import type { For } from './session/use-may.ts'

/** Loads a component when it is first shown. */
export type Load<Props extends object = object> = () => Promise<ComponentType<Props>>

/** What a feature shows in the portal; `admin/portal-screens.ts` lists them all. A `Panel` comes with the portal's first file. */
export type PortalView = {
  /** The tab it is in, of those in `admin/tabs.ts`; it shows beside the tab's other views. */
  tab: 'dashboard' | 'users' | 'bookings' | 'booking-queries'
  /** Whom it shows to; the office, and owners, where nothing is said. */
  for?: For
  /** Stands in the address as `&view=`. */
  view: string
  label: string
} & ({ load: Load } | { Panel: ComponentType })

/** A page of the portal beside its tabs; `admin/portal-pages.ts` lists them all. */
export interface PortalPage {
  path: string
  load: Load
}

/** What a feature shows on the site; `screens.ts` lists them all. */
export interface Screens {
  pages?: readonly {
    path: string
    load: Load
    /** How the footer and the menu call it; without it no link there leads to it. */
    link?: string
  }[]
  /** What pays before a card does: asked for in step 2 of a booking and beside a balance. */
  credit?: Load<CreditFieldProps>
  dialogs?: { [Name in DialogName]?: Load<DialogProps<Name>> }
}
