import { createEnquiry, type NewEnquiry } from '@arcadia/contract/enquiries'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { track } from '../../analytics/track.ts'
import { call } from '../../api.ts'

/** Sends an enquiry. A failure is logged and told in a browser alert (customer site, §8), wherever the person is by then. */
export function useSendEnquiry() {
  return useMutation({
    mutationFn: (enquiry: NewEnquiry) => call(createEnquiry, { body: enquiry }),
    onSuccess: () => track({ name: 'enquiry_sent' }),
    onError(error) {
      // Not sent at all: that is told at the fields.
      if (error instanceof z.core.$ZodError) return
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
