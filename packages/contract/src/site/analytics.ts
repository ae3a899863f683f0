import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Every event the site may report (docs/rules.md §11.4). Nothing is sent without consent. */
export const ANALYTICS_EVENTS = {
  page_view: 'a page of the site was opened',
  click: 'a button or link was used; the label says which',
  home_scroll: 'how far down the landing page somebody came, in screens from 0 to 5',
  enquiry_sent: 'an enquiry was sent',
  booking_step: 'a step of the booking dialog was reached; the label says which',
  booking_confirmed: 'a booking was confirmed',
} as const
export type AnalyticsEventName = keyof typeof ANALYTICS_EVENTS

export const MAX_LABEL = 80
export const MAX_SCREEN = 5

export const AnalyticsEvent = z.strictObject({
  name: z.enum(Object.keys(ANALYTICS_EVENTS) as [AnalyticsEventName, ...AnalyticsEventName[]]),
  /** The path, without query. */
  page: z.string().check(z.maxLength(200)),
  label: z.optional(z.string().check(z.maxLength(MAX_LABEL))),
  screen: z.optional(z.int().check(z.gte(0), z.lte(MAX_SCREEN))),
})
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>

export const sendAnalytics = endpoint({
  method: 'POST',
  path: '/api/analytics',
  access: 'public',
  summary: 'Events of a visitor who consented, relayed to the analytics service; dropped where none is set up.',
  body: z.strictObject({
    /** Random, made by the browser when consent was given. */
    clientId: z.string().check(z.regex(/^[\w.-]{8,64}$/)),
    consent: z.literal('granted', 'Nothing is collected without consent.'),
    events: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(20)),
  }),
  response: null,
})
