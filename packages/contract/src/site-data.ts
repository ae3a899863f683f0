import * as z from 'zod/mini'
import { BookingConfig } from './configuration.ts'
import type { SiteFacts } from './site-facts.ts'

/** A photograph of the owner's, in two formats. */
export const GalleryPhoto = z.object({
  avif: z.string(),
  webp: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})
export type GalleryPhoto = z.infer<typeof GalleryPhoto>

/** What the server writes into a page for the site to read: `<script type="application/json" id="site-data">`. */
export const SiteData = z.object({
  /** The payments simulator or a sandbox is in use: every page says so. */
  testMode: z.boolean(),
  /** Where the browser sends card details; null sends them through `POST /api/payments/tokens`. */
  tokenUrl: z.nullable(z.string()),
  /** Null: bot protection is off. */
  recaptchaSiteKey: z.nullable(z.string()),
  /** Whether events are collected at all, once a visitor consented. */
  collectsAnalytics: z.boolean(),
  /** What the business says of itself; an empty text is left out of the page. */
  business: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    socialHandle: z.string(),
    socialUrl: z.string(),
    /** Addresses of posts to show; may be empty. */
    socialPosts: z.array(z.string()),
  }),
  /** The owner's photographs; empty: the plates hang. */
  gallery: z.array(GalleryPhoto),
  /** The year at the venue, for the copyright line. */
  year: z.int(),
  /** The hero's line beside the place. */
  launchText: z.string(),
  /** Null when it could not be read: the site then asks for it. */
  config: z.nullable(BookingConfig),
})
export type SiteData = z.infer<typeof SiteData>
/** The block as it is written: money in dollars, and beside the configuration what it means in words. */
export type SiteDataOnTheWire = z.input<typeof SiteData> & { facts: SiteFacts | null }
