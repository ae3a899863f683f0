import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { businessWords } from '@arcadia/contract/site/business-words'
import { answered } from '@arcadia/contract/site/questions'
import { factsOf, SiteData, type SiteDataOnTheWire } from '@arcadia/contract/site/site-data'
import { copyright, DEFAULT_NAME, emailParts, ratingInWords } from '@arcadia/contract/site/wording'
import * as z from 'zod/mini'
import { escaped } from '../mail/markup.ts'
import { structuredData } from './structured-data.ts'

const HEAD_MARKER = '<!--site-data-->'
/** Part of the page from the first paint; a script adding it later would shift the layout. */
const TEST_MODE_BAR = '<aside class="test-mode" aria-label="Test mode">Test mode, no money is taken</aside>'
const SOCIAL_CARD = '/social-card.jpg'

export interface PageData {
  site: z.output<typeof SiteData>
  /** The page's canonical address; undefined for the shell and not-found. */
  address: string | undefined
  publicUrl: string
}

/**
 * Fills the configuration into a built page: the data block for the site, texts for readers without scripts, and
 * metadata for search engines and previews (docs/rules.md §11.2).
 */
export function fillPage(built: string, data: PageData): string {
  const html = fillTitle(built, data.site)
  return fillParts(fillLinks(fillTexts(html, data.site), data.site), data.site)
    .replace(HEAD_MARKER, () => `${previews(html, data)}${dataBlock(data.site)}`)
    .replace('<body>', () => `<body>${data.site.testMode ? TEST_MODE_BAR : ''}`)
    .replace('</body>', () => `${data.address === undefined ? noScripts(data.site) : ''}</body>`)
}

/** Pages are built with the default name; link previews take theirs from the title. */
const fillTitle = (html: string, { business }: PageData['site']) =>
  html.replace(/<title>[^<]*/, (title) => title.replace(DEFAULT_NAME, () => escaped(business.name)))

/** The shell is empty without scripts, so it says how to reach us. */
function noScripts({ business }: PageData['site']): string {
  const { email, phone, name } = business
  const mail = email && `Write to <a href="mailto:${escaped(email)}">${escaped(email)}</a>. `
  const dial = phoneAddress('tel', phone)
  const call = phone && `Call ${dial ? `<a href="${dial}">${escaped(phone)}</a>` : escaped(phone)}.`
  return `<noscript><main class="wrap under-header"><h1 class="display h2 mb-4">${escaped(name)}</h1><p class="lead">This page needs JavaScript, which is off in this browser. ${mail}${call}</p></main></noscript>`
}

/** What the elements marked with `data-fill` say, by name. */
function textsOf(site: PageData['site']): Record<string, string> {
  const [emailName = '', emailHost = '', emailEnding = ''] = emailParts(site.business.email)
  return {
    'business-name': site.business.name,
    'email-name': emailName,
    'email-host': emailHost,
    'email-ending': emailEnding,
    'us-by-email': site.business.email || 'us',
    'business-phone': site.business.phone,
    'social-handle': site.business.socialHandle,
    'launch-text': site.launchText,
    copyright: copyright(site.today),
    rating: site.rating ? ratingInWords(site.rating) : '',
    ...(site.config && factsOf(site.config, site.today)),
    ...businessWords(site.business),
  }
}

function fillTexts(html: string, site: PageData['site']): string {
  const texts = textsOf(site)
  return html.replace(/(<span data-fill="([\w-]+)"[^>]*>)[^<]*(<\/span>)/g, (place, open, name, close) =>
    Object.hasOwn(texts, name) ? `${open}${escaped(texts[name]!)}${close}` : place,
  )
}

/** Fills the links marked with `data-fill-href`; without scripts they would lead nowhere. */
function fillLinks(html: string, { business }: PageData['site']): string {
  const links: Record<string, string> = {
    'mail-address': business.email && `mailto:${business.email}`,
    'phone-address': phoneAddress('tel', business.phone),
    'text-address': phoneAddress('sms', business.phone),
    'social-address': business.socialUrl,
  }
  return html.replace(/<a data-fill-href="([\w-]+)"(?: href="[^"]*")?/g, (place, name) =>
    Object.hasOwn(links, name) && links[name] ? `<a data-fill-href="${name}" href="${escaped(links[name])}"` : place,
  )
}

/** The guide's photo, named after them, in place of the drawing; and gifts, in their season only. */
function fillParts(html: string, { business: { guidePhoto, guideName }, showsGifts }: PageData['site']): string {
  const photo = guidePhoto && `src="${escaped(guidePhoto)}" alt="${escaped(guideName ?? '')}"`
  return html
    .replace(/(<img data-fill-src="guide-photo") src="[^"]*" alt=""/, (drawing, start) =>
      photo ? `${start} ${photo}` : drawing,
    )
    .replace(/(<div data-shows="gifts") hidden="">(.*?)(<\/div><!--\/\$-->)/s, (_, start, gifts, end) =>
      showsGifts ? `${start}>${gifts}${end}` : `${start} hidden="">${end}`,
    )
}

function previews(html: string, { site, address, publicUrl }: PageData): string {
  if (address === undefined) return '<meta name="robots" content="noindex">'
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? escaped(site.business.name)
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const properties = {
    'og:type': 'website',
    'og:site_name': escaped(site.business.name),
    'og:title': title,
    'og:description': description,
    'og:url': escaped(address),
    'og:image': escaped(`${publicUrl}${SOCIAL_CARD}`),
    'og:image:width': '1200',
    'og:image:height': '630',
  }
  const metas = Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${content}">`)
  const blocks =
    address === `${publicUrl}/`
      ? jsonBlock('application/ld+json', structuredData(site, publicUrl, answered(textsOf(site))))
      : ''
  return `<link rel="canonical" href="${escaped(address)}">${metas.join('')}<meta name="twitter:card" content="summary_large_image">${blocks}`
}

function dataBlock(site: PageData['site']): string {
  const data: SiteDataOnTheWire = {
    ...z.encode(SiteData, site),
    business: site.business,
    facts: site.config && factsOf(site.config, site.today),
    words: businessWords(site.business),
  }
  return jsonBlock('application/json', data, 'site-data')
}

/** `<` is escaped so that no text in the data can close the script element. */
function jsonBlock(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`
}
