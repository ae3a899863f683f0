import { useEffect, useEffectEvent } from 'react'
import { useOnline } from '../../ui/use-online.ts'
import type { WizardControls } from './use-booking-wizard.ts'

/** After a press that could not be sent, says once the line is back how to go on: only a person presses again. */
export function useBackOnline({ wizard, dispatch }: Pick<WizardControls, 'wizard' | 'dispatch'>, says: () => string) {
  const tell = useEffectEvent(() => {
    if (!wizard.problem?.isUnsent) return
    const form = document.activeElement?.closest('[role=alert]')?.closest('form')
    form?.querySelector<HTMLElement>('[type=submit], .btn--cta')?.focus()
    dispatch({ type: 'check-failed', problem: { message: `You're back online. ${says()}`, isCalm: true } })
  })
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) tell()
  }, [isOnline])
}
