import { phoneAddress } from '@arcadia/contract/phone-numbers'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
/** A confirmation number, a phone number with its extension, a month with its day, an hour, or the end of a card. */
const ONE_WORD = new RegExp(
  `\\bJB-\\d+|\\b(?:${MONTHS}) \\d{1,2}\\b|\\(\\d{3}\\) \\d{3}-\\d{4}(?: ext\\. \\d+)?|\\b\\d{1,2}:\\d{2} [AP]M(?: Eastern)?\\b|\\bending in \\d{4}\\b`,
  'g',
)

/** Keeps numbers and dates on one line, in markup: what stands inside a tag stays as it is. */
export const unbroken = (markup: string): string =>
  markup.replace(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') ? part : part.replace(ONE_WORD, '<span style="white-space:nowrap">$&</span>'),
  )

/** The same, and its phone numbers are called at a tap. */
export const dialed = (markup: string): string =>
  unbroken(markup).replace(/<span[^>]*>(\([^<]*)<\/span>/g, (number, phone: string) => {
    const address = phoneAddress('tel', phone)
    return address ? `<a href="${address}">${number}</a>` : number
  })

/** Keeps a short last word from standing alone on its line, in markup. */
export const withoutOrphan = (markup: string): string =>
  markup.length > 20 ? markup.replace(/ ([^\s<>]{1,12})$/, '&nbsp;$1') : markup

/** Escapes text and turns its URLs into links. */
export function withLinks(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>"']+[^\s<>"'.,)]/g, (url) => `<a href="${url}">${url}</a>`)
}
