import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { groups } from './day-moves.words.ts'

/** `We're emailing 1 group. Call 1 group now.` */
export function useTelling() {
  const promise = useMailPromise()
  return (written: number, toCall: number) =>
    [
      written > 0 && promise(`We're emailing ${groups(written)}.`, emailsWait(written)),
      toCall > 0 && `Call ${groups(toCall)} now.`,
    ]
      .filter(Boolean)
      .join(' ')
}
