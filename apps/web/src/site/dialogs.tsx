import { type ReactNode, Suspense, startTransition, useEffect, useMemo, useState } from 'react'
import { type DialogName, type DialogOptions, type Dialogs, DialogsContext } from '../dialogs.ts'
import { wasBooking } from '../features/booking-dialog/booking-draft.ts'
import { lazyFeature } from '../lazy-feature.tsx'
import type { Load, Screens } from '../screen.ts'
import * as screens from '../screens.ts'
import { customerSession } from '../session/session.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type OpenDialog, openOver } from './dialog-stack.ts'
import { whenIdle } from './when-at-rest.ts'

/** Each dialog's component, loaded on first open. */
const components = new Map(
  Object.values<Screens>(screens).flatMap(({ dialogs = {} }) =>
    Object.entries(dialogs).map(([name, load]) => [name, lazyFeature(load as Load, 'over-page')] as const),
  ),
)

/** Preloads a dialog, so that nobody on a slow line waits after a press. Skipped for visitors who save data. */
export function fetchAhead(name: DialogName): Promise<unknown> | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return undefined
  return components
    .get(name)
    ?.preload()
    .catch(() => {})
}

const SESSION_ENDED = 'Your session has ended. Please sign in again.'

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [stack, setStack] = useState<readonly OpenDialog[]>([])
  const dialogs = useMemo((): Dialogs => {
    function open<Name extends DialogName>(name: Name, options: DialogOptions[Name]) {
      setStack((before) => openOver(before, { name, options }))
    }
    return {
      // The frame after a press must not wait for so much; it shows before its effects have run.
      openBooking: (options = {}) => startTransition(() => open('booking', options)),
      openSignIn: (options = {}) => open('sign-in', options),
      openSignUp: (options = {}) => open('sign-up', options),
      openEnquiry: () => open('enquiry', {}),
      openAccount: () => open('account', {}),
    }
  }, [])

  const isBooking = stack.some(({ name }) => name === 'booking')
  useEffect(() => {
    // Picking a date leads visitors to sign in.
    if (isBooking && !customerSession.getState().session)
      fetchAhead('booking')?.then(() => whenIdle(() => fetchAhead('sign-in')))
  }, [isBooking])
  useEffect(() => {
    if (wasBooking(customerSession.getState().session?.user.id)) dialogs.openBooking()
  }, [dialogs])
  useEffect(
    () => customerSession.onEnd(() => dialogs.openSignIn({ message: SESSION_ENDED, goOnTo: currentAddress() })),
    [dialogs],
  )

  return (
    <DialogsContext value={dialogs}>
      {children}
      {stack.map(({ name, options }) => {
        const Dialog = components.get(name)
        const onClose = () => setStack((before) => before.filter((dialog) => dialog.name !== name))
        return (
          Dialog && (
            <Suspense key={name} fallback={<DialogLoading />}>
              <Dialog {...options} {...{ onClose }} />
            </Suspense>
          )
        )
      })}
    </DialogsContext>
  )
}

const currentAddress = () => window.location.pathname + window.location.search + window.location.hash

/** Tab must not reach the page behind it; whoever pressed gets the focus back from the dialog that comes. */
function DialogLoading() {
  useEffect(() => {
    const stay = (event: KeyboardEvent) => event.key === 'Tab' && event.preventDefault()
    window.addEventListener('keydown', stay)
    return () => window.removeEventListener('keydown', stay)
  }, [])
  return (
    <div className="dlg-veil">
      <Spinner />
    </div>
  )
}
