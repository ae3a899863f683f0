import { createEnquiry, NewEnquiry } from '@arcadia/contract/enquiries'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api.ts'

/** The same call for an enquiry without a message, which is left out then (customer site, §3). */
const createEnquiryWithoutMessage = { ...createEnquiry, body: z.omit(NewEnquiry, { message: true }) }

async function sendEnquiry({ message, ...rest }: NewEnquiry): Promise<void> {
  if (message) await call(createEnquiry, { body: { ...rest, message } })
  else await call(createEnquiryWithoutMessage, { body: rest })
}

/** Sends an enquiry. A failure is logged and told in a browser alert (customer site, §8), wherever the person is by then. */
export function useSendEnquiry() {
  return useMutation({
    mutationFn: sendEnquiry,
    onError(error) {
      // biome-ignore lint/suspicious/noConsole: the specification asks for it (customer site, §8)
      console.error('The enquiry was not sent', error)
      window.alert('Failed to submit enquiry. Please try again.')
    },
  })
}

/** What an enquiry was not even sent for, at its fields; the browser's checks let through more than the contract. */
export function problemsOf(error: Error | null): Record<string, string> {
  // Not $ZodRealError, which takes every Error for one of its own.
  if (!(error instanceof z.core.$ZodError)) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
