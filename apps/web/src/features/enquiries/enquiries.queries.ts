import { createEnquiry, type NewEnquiry } from '@arcadia/contract/enquiries'
import { useMutation } from '@tanstack/react-query'
import { track } from '../../analytics/track.ts'
import { call } from '../../api/call.ts'

/** Sends an enquiry. A failure is logged and told in a browser alert, wherever the person is by then. */
export function useSendEnquiry() {
  return useMutation({
    mutationFn: (enquiry: NewEnquiry) => call(createEnquiry, { body: enquiry }),
    onSuccess: () => track({ name: 'enquiry_sent' }),
    onError(error) {
      // biome-ignore lint/suspicious/noConsole: the specification asks for it
      console.error('The enquiry was not sent', error)
      window.alert('Failed to submit enquiry. Please try again.')
    },
  })
}
