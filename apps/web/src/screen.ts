import type { ComponentType } from 'react'
import type { DialogName, DialogProps } from './dialogs.ts'
import type { For } from './session/use-may.ts'

/** Loads a component on first use. */
export type Load<Props extends object = object> = () => Promise<ComponentType<Props>>

/**
 * A feature's view in the portal; `admin/portal-screens.ts` lists them all. A `Panel` is in the portal's first file.
 */
export type PortalView = {
  /** Its tab is one of `admin/tabs.ts`, where it shows beside the tab's other views. */
  at: { tab: string; view: string | undefined; href: () => string }
  /** Who sees it; the default is owners and the office. */
  for?: For
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
    /** Its link text in the footer and menu; without it, no link. */
    link?: string
  }[]
  dialogs?: { [Name in DialogName]?: Load<DialogProps<Name>> }
}
